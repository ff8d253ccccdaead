package dev.millrace.bench.tls;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.tls.probe.Ends;
import dev.millrace.bench.tls.probe.Load;
import dev.millrace.bench.tls.side.Kind;
import dev.millrace.bench.tls.side.Side;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What an idle connection keeps in memory, against the JDK's TLS, Conscrypt and netty-tcnative.
public final class TlsMemoryBench implements Bench {
  private static final List<Measure> MEASURES =
      List.of(Measure.CONNECTION_HEAP, Measure.CONNECTION_MEMORY);
  private static final int MANY = 2_000;
  private static final int FEW = 300;

  /// A pair of sockets takes the more time.
  private static final int SOCKETS_FEWER = 4;

  @Override
  public String name() {
    return "tls-memory";
  }

  @Override
  public String description() {
    return "memory of idle TLS connections, B/connection (peers: the JDK, Conscrypt, tcnative)";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    if (options.quick()) {
      Laboratory.run(name(), Pace.ofJvms(2), comparisons(FEW, Kind.RESUMED_13), report);
    } else {
      Laboratory.run(
          name(),
          Pace.ofJvms(5),
          comparisons(MANY, Kind.RESUMED_13, Kind.FULL_13, Kind.RESUMED_12),
          report);
    }
  }

  static List<Comparison> comparisons(int connections, Kind... kinds) {
    List<Comparison> all = new ArrayList<>();
    for (Kind kind : kinds) {
      all.add(
          against(
              kind,
              new Load.Memory(kind, Ends.ENGINES, connections),
              List.of(Side.SUNJSSE, Side.CONSCRYPT, Side.TCNATIVE)));
      all.add(
          against(
              kind,
              new Load.Memory(kind, Ends.SOCKETS, connections / SOCKETS_FEWER),
              List.of(Side.SUNJSSE)));
    }
    return all;
  }

  private static Comparison against(Kind kind, Load.Memory load, List<Side> peers) {
    return Comparison.withPeers(
        "ends=%s %s".formatted(load.ends().word(), kind.words()),
        MEASURES,
        List.of(Side.MILLRACE),
        peers,
        load);
  }
}
