package dev.millrace.bench.evidence;

import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.BenchRun;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Machine;
import dev.millrace.bench.harness.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// Runs that nobody made.
final class Made {
  private Made() {}

  static BenchResult result(Figure figure, Better better, double ours, String peer, double theirs) {
    return new BenchResult(
        "made",
        words(figure),
        figure.unit(),
        better,
        new Spread(ours, 0.9 * ours, 1.1 * ours, 3),
        peer,
        new Spread(theirs, 0.9 * theirs, 1.1 * theirs, 3));
  }

  /// Words that are those of a figure.
  static String words(Figure figure) {
    return figure.words().replace(" *", " made=up").replace("*", "1");
  }

  static BenchRun run(String bench, List<BenchResult> results, String stopped) {
    return new BenchRun(
        bench,
        "0.1.0-SNAPSHOT",
        false,
        new Machine("2 cores of nothing", "Linux", "25", "0.00 0.01 0.02"),
        "2026-11-24T10:00:00Z",
        301,
        stopped,
        List.of("rounds:  3"),
        new LinkedHashMap<>(Map.of("varnish", "not installed: apt install varnish hitch")),
        results);
  }

  /// The only claim is what is asked about.
  static Evidence evidence(Claim claim, BenchRun... runs) {
    SequencedMap<String, BenchRun> all = new LinkedHashMap<>();
    for (BenchRun run : runs) {
      all.put(run.bench(), run);
    }
    return new Evidence(List.of(claim), all);
  }

  static Claim claim(Figure... figures) {
    return new Claim(
        "tax-3",
        "The cost of close",
        "tls",
        "It was dear.",
        "25.5 %",
        "[a bug](https://example.org/)",
        "Closes.",
        "tls-close",
        "tls.md#close",
        "jdk",
        List.of(figures));
  }
}
