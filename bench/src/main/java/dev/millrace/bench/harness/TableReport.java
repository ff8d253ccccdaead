package dev.millrace.bench.harness;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Prints a table for people when finished, under a header that names the machine; progress goes to
/// the error stream meanwhile.
public final class TableReport implements BenchReport {
  private static final List<String> HEADINGS =
      List.of("case", "unit", "ours", "(min-max)", "peer", "theirs", "(min-max)", "ratio");
  private static final List<Boolean> NUMERIC =
      List.of(false, false, true, true, false, true, true, true);

  private final PrintStream out;
  private final PrintStream err;
  private final List<BenchResult> results = new ArrayList<>();

  public TableReport(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
    Machine.here().description().forEach(out::println);
  }

  @Override
  public void result(BenchResult result) {
    results.add(result);
  }

  @Override
  public void note(String line) {
    out.println(line);
  }

  @Override
  public void absent(String peer, String remedy) {
    out.println("not measured: %s: %s".formatted(peer, remedy));
  }

  @Override
  public void progress(String line) {
    err.println(line);
  }

  @Override
  public void finish() {
    if (results.isEmpty()) {
      return;
    }
    out.println();
    lines(results).forEach(out::println);
    out.println("Figures are medians; a ratio above 1 means that ours is better.");
  }

  /// The table, headings first, each column as wide as its widest cell.
  static List<String> lines(List<BenchResult> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADINGS);
    results.forEach(result -> rows.add(cells(result)));
    int[] widths =
        IntStream.range(0, HEADINGS.size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static List<String> cells(BenchResult result) {
    return List.of(
        result.words(),
        result.unit(),
        Figures.plain(result.ours().median()),
        range(result.ours()),
        result.peer(),
        Figures.plain(result.theirs().median()),
        range(result.theirs()),
        Double.isFinite(result.ratio()) ? "%.2f".formatted(result.ratio()) : "-");
  }

  private static String range(Spread spread) {
    return "(%s-%s)".formatted(Figures.plain(spread.min()), Figures.plain(spread.max()));
  }

  private static String line(List<String> cells, int[] widths) {
    return IntStream.range(0, cells.size())
        .mapToObj(column -> padded(cells.get(column), widths[column], NUMERIC.get(column)))
        .collect(Collectors.joining("  "))
        .stripTrailing();
  }

  private static String padded(String cell, int width, boolean numeric) {
    String padding = " ".repeat(width - cell.length());
    return numeric ? padding + cell : cell + padding;
  }
}
