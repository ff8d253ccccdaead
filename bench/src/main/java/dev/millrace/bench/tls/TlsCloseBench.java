package dev.millrace.bench.tls;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.tls.probe.Load;
import dev.millrace.bench.tls.side.Kind;
import dev.millrace.bench.tls.side.Side;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// What it takes to close a connection, against the JDK's TLS.
public final class TlsCloseBench implements Bench {
  @Override
  public String name() {
    return "tls-close";
  }

  @Override
  public String description() {
    return "close of TLS connections, % of a connection and microseconds (peer: the JDK)";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    Pace pace = options.quick() ? Pace.QUICK : Pace.FULL;
    List<Comparison> comparisons =
        options.choose(
            comparisons(Kind.RESUMED_12, Kind.RESUMED_13),
            comparisons(Kind.RESUMED_12, Kind.RESUMED_13, Kind.FULL_12, Kind.FULL_13),
            Comparison::words);
    Laboratory.run(name(), pace, comparisons, report, options.recordings());
  }

  @Override
  public boolean records() {
    return true;
  }

  static List<Comparison> comparisons(Kind... kinds) {
    return Stream.of(kinds)
        .flatMap(kind ->
            Stream.of(
                against(
                    kind, List.of(Measure.CLOSE_TIME, Measure.CLOSE_SHARE), new Load.Stages(kind)),
                against(kind, List.of(Measure.CLOSE_SAMPLES), new Load.CloseProfile(kind))))
        .toList();
  }

  private static Comparison against(Kind kind, List<Measure> measures, Load load) {
    return Comparison.withPeers(
        "op=close " + kind.words(), measures, List.of(Side.MILLRACE), List.of(Side.SUNJSSE), load);
  }
}
