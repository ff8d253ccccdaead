package dev.millrace.bench.store.field;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.JmhRun;
import dev.millrace.bench.process.JmhRun.Spans;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The experiment that speaks against memory off the heap, again: 1.8 billion operations per second
/// on a field of an object were known, and 0.99 billion through Unsafe.
public final class StoreFieldBench implements Bench {
  private static final String NAME = "store-field";
  private static final List<String> FLAGS =
      List.of(
          "-Xmx256m",
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED");
  private static final int FULL_ROUNDS = 5;
  private static final Spans FULL = new Spans(3, 1_000, 500);
  private static final int QUICK_ROUNDS = 2;
  private static final Spans QUICK = new Spans(1, 500, 400);

  /// What is set beside others, ours and what was compared then.
  private static final String OWN = "view";

  private static final String KNOWN = "unsafe";

  private static final String VIEW = "ByView";
  private static final String HEAP = "OnHeap";
  private static final String UNSAFE = "ByUnsafe";
  private static final String SEGMENT = "BySegment";

  /// The methods of [FieldLoad] that do the same in different places.
  ///
  /// @param records how many, one after the other
  private record Operation(String method, int records) {
    static final List<Operation> ALL =
        List.of(
            new Operation("get", 1),
            new Operation("set", 1),
            new Operation("setAndGet", 1),
            new Operation("getAll", 64),
            new Operation("setAll", 64),
            new Operation("getAll", 1024),
            new Operation("setAll", 1024));

    String words(String way) {
      return "op=%s records=%d by=%s".formatted(method, records, way);
    }

    List<String> methods() {
      return List.of(method + VIEW, method + HEAP, method + UNSAFE, method + SEGMENT);
    }

    /// One way beside another.
    BenchResult result(
        String subject, String way, String peer, String other, Rounds<String, Double> rounds) {
      return new BenchResult(
          NAME,
          words(subject),
          "records/us",
          Better.HIGHER,
          rounds.spread(method + way, score -> score * records),
          peer,
          rounds.spread(method + other, score -> score * records));
    }

    List<BenchResult> results(Rounds<String, Double> rounds) {
      return List.of(
          result(OWN, VIEW, "heap", HEAP, rounds),
          result(OWN, VIEW, KNOWN, UNSAFE, rounds),
          result(OWN, VIEW, "segment", SEGMENT, rounds),
          result(KNOWN, UNSAFE, "heap", HEAP, rounds));
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "an int on the heap, through Unsafe, segments and views, records/us";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    int rounds = options.quick() ? QUICK_ROUNDS : FULL_ROUNDS;
    Spans spans = options.quick() ? QUICK : FULL;
    report.note(
        "rounds:  %d JVMs for each way in turns, each for %d × %d ms after %d × %d ms of warm-up"
            .formatted(rounds, spans.count(), spans.millis(), spans.count(), spans.warmUpMillis()));
    report.note("flags:   " + String.join(" ", FLAGS));
    try (Workbench workbench = Workbench.open()) {
      JmhRun jmh = new JmhRun(workbench, ClassPath.own(), FLAGS);
      List<Operation> operations =
          options.choose(
              Operation.ALL, Operation.ALL, each -> Stream.of(each.words(OWN), each.words(KNOWN)));
      for (Operation operation : operations) {
        Map<String, String> length = Map.of("records", Integer.toString(operation.records()));
        report.progress("measuring %s of %d".formatted(operation.method(), operation.records()));
        Rounds<String, Double> figures =
            Rounds.interleaved(
                rounds,
                operation.methods(),
                method -> jmh.score(FieldLoad.class, method, 1, spans, length));
        operation.results(figures).forEach(report::result);
      }
    }
  }
}
