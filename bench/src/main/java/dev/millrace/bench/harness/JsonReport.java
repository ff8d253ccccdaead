package dev.millrace.bench.harness;

import java.io.PrintStream;
import java.util.Locale;

/// Prints each result at once as one line of JSON; what is not a figure goes to the error stream.
///
/// The keys `bench`, `case`, `unit`, `ours`, `peer`, `theirs` and `ratio` come first, in this
/// order; the spread follows them. A ratio to 0 is `null`.
public final class JsonReport implements BenchReport {
  private final PrintStream out;
  private final PrintStream err;

  public JsonReport(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public void result(BenchResult result) {
    out.println(line(result));
    out.flush();
  }

  static String line(BenchResult result) {
    return Json.object(
        Json.text("bench", result.bench()),
        Json.text("case", result.words()),
        Json.text("unit", result.unit()),
        Json.number("ours", result.ours().median()),
        Json.text("peer", result.peer()),
        Json.number("theirs", result.theirs().median()),
        Json.number("ratio", result.ratio()),
        Json.number("ours_min", result.ours().min()),
        Json.number("ours_max", result.ours().max()),
        Json.number("theirs_min", result.theirs().min()),
        Json.number("theirs_max", result.theirs().max()),
        Json.number("rounds", result.ours().rounds()),
        Json.text("better", result.better().name().toLowerCase(Locale.ROOT)));
  }

  @Override
  public void note(String line) {
    err.println(line);
  }

  @Override
  public void absent(String peer, String remedy) {
    err.println("not measured: %s: %s".formatted(peer, remedy));
  }

  @Override
  public void progress(String line) {
    err.println(line);
  }

  @Override
  public void finish() {
    out.flush();
  }
}
