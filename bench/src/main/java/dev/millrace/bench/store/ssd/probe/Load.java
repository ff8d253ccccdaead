package dev.millrace.bench.store.ssd.probe;

/// What is asked of an engine.
///
/// @param bytes the size of a read
/// @param callers how many ask at the same time
/// @param batch how many each asks for at once
public record Load(int bytes, int callers, int batch) {
  /// How many reads are under way on a queue at most.
  public static final int MOST_DEPTH = 32;

  /// As a line that [#parse] reads.
  public String line() {
    return "%d %d %d".formatted(bytes, callers, batch);
  }

  public static Load parse(String line) {
    String[] words = line.split(" ", 3);
    return new Load(
        Integer.parseInt(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]));
  }
}
