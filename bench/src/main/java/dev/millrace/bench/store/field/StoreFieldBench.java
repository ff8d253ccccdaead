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

/// The experiment that speaks against memory off the heap, again: 1.8 billion operations per second
/// on a field of an object were known, and 0.99 billion through Unsafe.
public final class StoreFieldBench implements Bench {
  private static final String NAME = "store-field";
  private static final List<String> FLAGS =
      List.of(
          "-Xmx256m",
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED");
  private static final int FULL_ROUNDS = 7;
  private static final Spans FULL = new Spans(3, 1_000, 500);
  private static final int QUICK_ROUNDS = 2;
  private static final Spans QUICK = new Spans(1, 500, 400);

  /// The methods of [FieldLoad] that do the same in different places.
  private enum Operation {
    GET("get"),
    SET("set"),
    SET_AND_GET("setAndGet"),
    GET_ALL("getAll"),
    SET_ALL("setAll");

    private static final String VIEW = "ByView";
    private static final String HEAP = "OnHeap";
    private static final String UNSAFE = "ByUnsafe";

    private final String method;

    Operation(String method) {
      this.method = method;
    }

    List<String> methods() {
      return List.of(method + VIEW, method + HEAP, method + UNSAFE);
    }

    /// One way beside another.
    BenchResult result(
        String subject, String way, String peer, String other, Rounds<String, Double> rounds) {
      return new BenchResult(
          NAME,
          "op=%s by=%s".formatted(method, subject),
          "ops/us",
          Better.HIGHER,
          rounds.spread(method + way, Double::doubleValue),
          peer,
          rounds.spread(method + other, Double::doubleValue));
    }

    List<BenchResult> results(Rounds<String, Double> rounds) {
      return List.of(
          result("view", VIEW, "heap", HEAP, rounds),
          result("view", VIEW, "unsafe", UNSAFE, rounds),
          result("unsafe", UNSAFE, "heap", HEAP, rounds));
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "an int on the heap, through Unsafe and through views, ops/us";
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
      for (Operation operation : Operation.values()) {
        report.progress("measuring " + operation.method);
        Rounds<String, Double> figures =
            Rounds.interleaved(
                rounds,
                operation.methods(),
                method -> jmh.score(FieldLoad.class, method, 1, spans, Map.of()));
        operation.results(figures).forEach(report::result);
      }
    }
  }
}
