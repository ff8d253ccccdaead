package dev.millrace.bench.harness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;

/// One run of a bench: what it told, and on what it ran. It can be kept as lines of JSON: one about
/// the run, one for each note and each peer that was not there, and results as [JsonReport] prints
/// them.
///
/// @param begun when, by the clock of the world, to the second (ISO 8601)
/// @param seconds how long it took
/// @param stopped why it ended before its end; empty where it did not
/// @param absent what there is to be done about peers that are not there, by their names
public record BenchRun(
    String bench,
    String version,
    boolean quick,
    Machine machine,
    String begun,
    long seconds,
    String stopped,
    List<String> notes,
    SequencedMap<String, String> absent,
    List<BenchResult> results) {

  /// Whether nothing stopped it, and it found something.
  public boolean isWhole() {
    return stopped.isEmpty() && !results.isEmpty();
  }

  /// Whether figures that are measured like this can stand beside it.
  public boolean isLike(String otherVersion, boolean otherQuick, Machine otherMachine) {
    return version.equals(otherVersion) && quick == otherQuick && machine.isAs(otherMachine);
  }

  /// As it is kept.
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        Json.object(
            Json.text("bench", bench),
            Json.text("version", version),
            Json.text("pace", quick ? "quick" : "full"),
            Json.text("processor", machine.processor()),
            Json.text("kernel", machine.kernel()),
            Json.text("jdk", machine.jdk()),
            Json.text("load", machine.load()),
            Json.text("begun", begun),
            Json.number("seconds", (double) seconds),
            Json.text("stopped", stopped)));
    notes.forEach(note -> lines.add(Json.object(Json.text("note", note))));
    absent.forEach((peer, remedy) ->
        lines.add(Json.object(Json.text("absent", peer), Json.text("remedy", remedy))));
    results.forEach(result -> lines.add(JsonReport.line(result)));
    return lines;
  }

  /// Reads what [#lines] gave; of numbers, the digits that are kept.
  ///
  /// @throws IllegalArgumentException if it is something else
  public static BenchRun parse(List<String> lines) {
    if (lines.isEmpty()) {
      throw new IllegalArgumentException("no line");
    }
    Entry head = Entry.parse(lines.getFirst());
    List<Entry> others = lines.stream().skip(1).map(Entry::parse).toList();
    SequencedMap<String, String> absent = new LinkedHashMap<>();
    with(others, "absent").forEach(each -> absent.put(each.text("absent"), each.text("remedy")));
    return new BenchRun(
        head.text("bench"),
        head.text("version"),
        head.text("pace").equals("quick"),
        new Machine(
            head.text("processor"), head.text("kernel"), head.text("jdk"), head.text("load")),
        head.text("begun"),
        (long) head.number("seconds"),
        head.text("stopped"),
        with(others, "note").map(each -> each.text("note")).toList(),
        absent,
        with(others, "case").map(Entry::result).toList());
  }

  private static Stream<Entry> with(List<Entry> entries, String key) {
    return entries.stream().filter(entry -> entry.members().containsKey(key));
  }

  /// What one line holds.
  private record Entry(Map<?, ?> members) {
    static Entry parse(String line) {
      return new Entry(Json.parse(line));
    }

    BenchResult result() {
      return new BenchResult(
          text("bench"),
          text("case"),
          text("unit"),
          Better.valueOf(text("better").toUpperCase(Locale.ROOT)),
          spread("ours"),
          text("peer"),
          spread("theirs"));
    }

    private Spread spread(String side) {
      return new Spread(
          number(side), number(side + "_min"), number(side + "_max"), (int) number("rounds"));
    }

    String text(String key) {
      if (members.get(key) instanceof String text) {
        return text;
      }
      throw new IllegalArgumentException("no text '%s' in %s".formatted(key, members));
    }

    /// A figure that is none was written as null.
    double number(String key) {
      Object value = members.get(key);
      if (value == null && members.containsKey(key)) {
        return Double.NaN;
      }
      if (value instanceof Number number) {
        return number.doubleValue();
      }
      throw new IllegalArgumentException("no number '%s' in %s".formatted(key, members));
    }
  }
}
