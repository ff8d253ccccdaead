package dev.millrace.bench.harness;

import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;

/// Gathers a [BenchRun]; progress goes to the error stream meanwhile. It begins when it is made.
public final class RunReport implements BenchReport {
  private final PrintStream err;
  private final Machine machine = Machine.here();
  private final Instant begun = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final long start = System.nanoTime();
  private final List<String> notes = new ArrayList<>();
  private final SequencedMap<String, String> absent = new LinkedHashMap<>();
  private final List<BenchResult> results = new ArrayList<>();

  public RunReport(PrintStream err) {
    this.err = err;
  }

  @Override
  public void result(BenchResult result) {
    results.add(result);
  }

  @Override
  public void note(String line) {
    notes.add(line);
  }

  @Override
  public void absent(String peer, String remedy) {
    err.println("not measured: %s: %s".formatted(peer, remedy));
    absent.put(peer, remedy);
  }

  @Override
  public void progress(String line) {
    err.println(line);
  }

  @Override
  public void finish() {}

  /// What was told until now.
  ///
  /// @param version of what was measured
  /// @param stopped why the bench ended before its end; empty where it did not
  public BenchRun run(String bench, String version, boolean quick, String stopped) {
    return new BenchRun(
        bench,
        version,
        quick,
        machine,
        begun.toString(),
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
        stopped,
        List.copyOf(notes),
        absent,
        List.copyOf(results));
  }
}
