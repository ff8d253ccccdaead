package dev.millrace.bench.harness;

import java.io.PrintStream;

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
    out.println(
        "{"
            + String.join(
                ",",
                text("bench", result.bench()),
                text("case", result.words()),
                text("unit", result.unit()),
                number("ours", result.ours().median()),
                text("peer", result.peer()),
                number("theirs", result.theirs().median()),
                number("ratio", result.ratio()),
                number("ours_min", result.ours().min()),
                number("ours_max", result.ours().max()),
                number("theirs_min", result.theirs().min()),
                number("theirs_max", result.theirs().max()),
                number("rounds", result.ours().rounds()))
            + "}");
    out.flush();
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

  private static String text(String key, String value) {
    return "\"%s\":\"%s\"".formatted(key, escaped(value));
  }

  private static String number(String key, double value) {
    return "\"%s\":%s".formatted(key, Double.isFinite(value) ? Figures.plain(value) : "null");
  }

  /// RFC 8259, section 7: quotation mark, reverse solidus and control characters are escaped.
  private static String escaped(String value) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ') {
        escaped.append("\\u%04x".formatted((int) c));
      } else if (c == '"' || c == '\\') {
        escaped.append('\\').append(c);
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
