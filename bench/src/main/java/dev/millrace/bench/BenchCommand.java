package dev.millrace.bench;

import dev.millrace.bench.cache.SessionCacheBench;
import dev.millrace.bench.gateway.GatewayBench;
import dev.millrace.bench.growth.FleetGrowthBench;
import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.JsonReport;
import dev.millrace.bench.harness.TableReport;
import dev.millrace.bench.placement.PlacementBench;
import dev.millrace.bench.s3.S3DownloadBench;
import dev.millrace.bench.s3.link.S3LinkBench;
import dev.millrace.bench.seal.SealBench;
import dev.millrace.bench.store.field.StoreFieldBench;
import dev.millrace.bench.store.gc.StoreGcBench;
import dev.millrace.bench.store.memory.StoreMemoryBench;
import dev.millrace.bench.store.ssd.StoreSsdBench;
import dev.millrace.bench.store.traces.StoreTracesBench;
import dev.millrace.bench.tls.TlsBulkBench;
import dev.millrace.bench.tls.TlsCloseBench;
import dev.millrace.bench.tls.TlsHandshakeBench;
import dev.millrace.bench.tls.TlsMemoryBench;
import dev.millrace.gateway.command.CommandFailure;
import dev.millrace.gateway.command.Subcommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `millrace bench [NAME] [--quick] [--json] [--recordings FOLDER] [--trace FILE]`: measures
/// Millrace against its peers; `millrace bench all` makes the page of the evidence.
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Measures Millrace against its peers; lists the benches where NAME is missing.",
    subcommands = BenchAllCommand.class)
public final class BenchCommand implements Subcommand {
  static final List<Bench> BENCHES =
      List.of(
          new FleetGrowthBench(),
          new GatewayBench(),
          new PlacementBench(),
          new S3DownloadBench(),
          new S3LinkBench(),
          new SealBench(),
          new SessionCacheBench(),
          new StoreFieldBench(),
          new StoreGcBench(),
          new StoreMemoryBench(),
          new StoreSsdBench(),
          new StoreTracesBench(),
          new TlsHandshakeBench(),
          new TlsBulkBench(),
          new TlsCloseBench(),
          new TlsMemoryBench());

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "The bench to run.")
  private @Nullable String name;

  @Option(
      names = "--quick",
      description = "End within five minutes; the figures are rougher than those of a full run.")
  private boolean quick;

  @Option(names = "--json", description = "Print one line of JSON per case instead of a table.")
  private boolean json;

  @Option(
      names = "--recordings",
      paramLabel = "FOLDER",
      description =
          "Leave flight recordings (tls-close), logs and a picture of pauses (store-gc), or pictures"
              + " (fleet-growth) there.")
  private @Nullable Path recordings;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "Replay the requests in this file, a key in each line, gzip or not (store-traces).")
  private @Nullable Path trace;

  @Override
  public Integer call() {
    if (name == null) {
      BENCHES.forEach(bench -> list(bench.name(), bench.description()));
      list("all", "what docs/benchmarks/evidence.md shows, by most of them, and the page itself");
      return 0;
    }
    run(named(name));
    return 0;
  }

  private static void list(String name, String description) {
    System.out.printf("%-14s %s%n", name, description);
  }

  /// Whether anything is asked of this command itself.
  boolean isAsked() {
    return name != null || quick || json || recordings != null || trace != null;
  }

  private static Bench named(String name) {
    return BENCHES.stream()
        .filter(bench -> bench.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new CommandFailure(
                "no bench is named '%s'; choose from: %s".formatted(name, knownNames()), null));
  }

  private static String knownNames() {
    return BENCHES.stream().map(Bench::name).collect(Collectors.joining(", "));
  }

  private void run(Bench bench) {
    if (recordings != null && !bench.records()) {
      throw new CommandFailure("bench %s makes no recordings".formatted(bench.name()), null);
    }
    if (recordings != null && Files.exists(recordings) && !Files.isDirectory(recordings)) {
      throw new CommandFailure("%s is not a folder".formatted(recordings), null);
    }
    if (trace != null && !bench.replays()) {
      throw new CommandFailure("bench %s replays no traces".formatted(bench.name()), null);
    }
    if (trace != null && !Files.isReadable(trace)) {
      throw new CommandFailure("%s cannot be read".formatted(trace), null);
    }
    BenchReport report =
        json ? new JsonReport(System.out, System.err) : new TableReport(System.out, System.err);
    try {
      bench.run(new BenchOptions(quick, recordings, trace, null), report);
    } catch (IOException e) {
      throw new CommandFailure("bench %s stopped: %s".formatted(bench.name(), e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("bench %s was interrupted".formatted(bench.name()), e);
    } finally {
      report.finish();
    }
  }
}
