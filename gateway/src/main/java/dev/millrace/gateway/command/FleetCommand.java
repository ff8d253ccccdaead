package dev.millrace.gateway.command;

import dev.millrace.fleet.Node;
import dev.millrace.fleet.StaticMembership;
import dev.millrace.gateway.certificate.ServerCertificate;
import dev.millrace.gateway.settings.FleetSettings;
import dev.millrace.gateway.settings.FleetSettings.Source;
import dev.millrace.gateway.settings.TlsImplementation;
import dev.millrace.s3.TrustAnchors;
import java.io.IOException;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `millrace fleet`: what one of its nodes knows of a fleet.
@Command(
    name = "fleet",
    abbreviateSynopsis = true,
    sortOptions = false,
    description =
        "Print the nodes of the fleet, their shares of the keys, who answers, and the age of the"
            + " ticket keys, as one of the nodes sees them.",
    modelTransformer = SettingFlags.class)
final class FleetCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /// How often the node that is asked may wait for the timeout of one that does not answer it.
  private static final int TIMEOUTS = 4;

  private static final int LONGEST = 1 << 20;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "HOST:PORT",
      description = "The node to ask, by its address in the fleet. Default: that of the settings.")
  private @Nullable String address;

  FleetCommand() {}

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec).commandLine();
    var settings = SettingFlags.read(command.getParseResult());
    var fleet = settings.fleet();
    if (fleet == null) {
      throw new CommandFailure(
          "these settings are of no fleet; give those of one of its nodes, perhaps by --config",
          null);
    }
    String asked = address == null ? own(fleet) : checked(address);
    command.getOut().print(ask(fleet, settings.tls(), asked));
    command.getOut().flush();
    return 0;
  }

  private static String checked(String address) {
    try {
      return Node.parse("node " + address).address();
    } catch (IllegalArgumentException e) {
      throw new CommandFailure("\"" + address + "\" is no address of a node: " + e.getMessage(), e);
    }
  }

  private static String own(FleetSettings fleet) {
    return switch (fleet.source()) {
      case Source.ZooKeeper zooKeeper -> zooKeeper.self().address();
      case Source.MembersFile(var path) -> {
        try (var list = StaticMembership.open(path)) {
          yield list.members()
              .named(fleet.node())
              .orElseThrow(
                  () -> new CommandFailure(path + " lists no node named " + fleet.node(), null))
              .address();
        } catch (IOException e) {
          throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
      }
    };
  }

  private static String ask(FleetSettings fleet, TlsImplementation tls, String address) {
    var context = context(fleet, tls);
    try {
      var question =
          (HttpsURLConnection)
              URI.create("https://" + address + "/").toURL().openConnection(Proxy.NO_PROXY);
      question.setSSLSocketFactory(context.getSocketFactory());
      question.setConnectTimeout((int) PATIENCE.toMillis());
      question.setReadTimeout(
          (int) PATIENCE.plus(fleet.timeout().multipliedBy(TIMEOUTS)).toMillis());
      try (var answer = question.getInputStream()) {
        if (!String.valueOf(question.getContentType()).startsWith("text/plain")) {
          throw new IOException("what listens there is no node's port for the others");
        }
        return new String(answer.readNBytes(LONGEST), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw new CommandFailure(
          "no node of this fleet answers at "
              + address
              + " ("
              + e.getMessage()
              + "); name another, as HOST:PORT",
          e);
    }
  }

  private static SSLContext context(FleetSettings fleet, TlsImplementation tls) {
    try {
      return ServerCertificate.read(fleet.certificate())
          .mutual(tls, TrustAnchors.trustManagers(fleet.authority()));
    } catch (IOException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }
}
