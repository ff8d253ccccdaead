package dev.millrace.gateway.command;

import dev.millrace.gateway.Gateway;
import dev.millrace.gateway.certificate.UnusableCertificateException;
import dev.millrace.gateway.json.JsonLine;
import dev.millrace.gateway.settings.ByteSize;
import dev.millrace.gateway.settings.OriginLocation;
import dev.millrace.gateway.settings.SettingSource;
import dev.millrace.gateway.settings.SettingSource.Chosen;
import dev.millrace.gateway.settings.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `millrace serve`: runs a gateway until SIGTERM or Ctrl-C.
@Command(
    name = "serve",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = "Run the gateway.",
    modelTransformer = SettingFlags.class,
    footer = {
      "",
      "Each setting can also be given in the environment (--slice-size as MILLRACE_SLICE_SIZE) and"
          + " in the YAML file (slice-size: 1MiB). Flags override the environment, which overrides"
          + " the file."
    })
final class ServeCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    var given = Objects.requireNonNull(spec).commandLine().getParseResult();
    var source = SettingFlags.source(given);
    var chosen = SettingFlags.read(source);
    var settings = chosen.settings();
    ErrorLog.serve(settings.operation().logFormat());
    var stop = StopSignal.install();
    try (var gateway = start(settings)) {
      follow(gateway, source, chosen);
      stop.onHangup(gateway::reload);
      announce(settings, gateway, System.out);
      stop.await();
    }
    return 0;
  }

  private static Gateway start(Settings settings) {
    try {
      return Gateway.start(settings, System.out);
    } catch (UnusableCertificateException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    } catch (BindException e) {
      throw new CommandFailure(
          "cannot listen on "
              + Trial.authority(settings.host(), settings.port())
              + ": "
              + e.getMessage()
              + "; choose another with --port or --host",
          e);
    } catch (IOException e) {
      throw new CommandFailure("cannot start: " + e.getMessage(), e);
    } catch (LinkageError e) {
      if (seals(settings)) {
        throw SealDiagnosis.loading(e);
      }
      throw e;
    }
  }

  private static void follow(Gateway gateway, SettingSource source, Chosen chosen) {
    try {
      gateway.follow(source, chosen, next -> ErrorLog.serve(next.operation().logFormat()));
    } catch (IOException e) {
      throw new CommandFailure("cannot start: " + e.getMessage(), e);
    }
  }

  private static boolean seals(Settings settings) {
    var ssd = settings.ssd();
    return settings.sealed() != null || (ssd != null && ssd.sealing() != null);
  }

  static void announce(Settings settings, Gateway gateway, PrintStream out) {
    for (var line : announcement(settings, gateway)) {
      switch (settings.operation().logFormat()) {
        case TEXT -> out.println(line);
        case JSON -> out.println(new JsonLine().add("time", now()).add("message", line));
      }
    }
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static List<String> announcement(Settings settings, Gateway gateway) {
    var lines = new ArrayList<String>();
    lines.add(served(settings, gateway));
    gateway
        .sealedPort()
        .ifPresent(port ->
            lines.add(
                "objects in their sealed form, without TLS: http://"
                    + Trial.authority(settings.host(), port)));
    gateway
        .httpPort()
        .ifPresent(port ->
            lines.add("the same without TLS: http://" + Trial.authority(settings.host(), port)));
    var admin = settings.operation().admin();
    if (admin != null) {
      lines.add(
          "health and metrics, for operators: https://"
              + Trial.authority(admin.host(), gateway.adminPort().orElseThrow()));
    }
    if (settings.access().file() != null) {
      lines.add(
          (settings.origin().isWritable() ? "who may read and write is in " : "who may read is in ")
              + settings.access().file());
    }
    if (settings.origin().isWritable()) {
      lines.add("requests that write pass through to the origin");
    }
    var fleet = settings.fleet();
    if (fleet != null) {
      lines.add(
          "node %s of the fleet in %s, for its other nodes: %s"
              .formatted(
                  fleet.node(), fleet.source().where(), gateway.fleetAddress().orElseThrow()));
    }
    lines.add("try: " + Trial.of(settings, gateway.port()));
    return lines;
  }

  private static String served(Settings settings, Gateway gateway) {
    var source =
        switch (settings.origin()) {
          case OriginLocation.Folder folder -> folder.path().toString();
          case OriginLocation.S3 s3 -> s3.endpoint().toString();
        };
    var ssd = settings.ssd();
    return "millrace %s serving bucket \"%s\" from %s on https://%s (memory %s%s, slices %s)"
        .formatted(
            Gateway.version(),
            settings.origin().bucket(),
            source,
            Trial.authority(settings.host(), gateway.port()),
            ByteSize.text(settings.memorySize()),
            ssd == null
                ? ""
                : ", SSD " + ByteSize.text(ssd.size()) + (ssd.sealing() == null ? "" : " sealed"),
            ByteSize.text(settings.sliceSize()));
  }
}
