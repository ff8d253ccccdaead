package dev.millrace.bench.evidence;

import dev.millrace.bench.harness.BenchResult;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// One thing that is measured of ours and of peers.
///
/// @param label what it is, for people
/// @param words those of its results; `*` stands for whatever is not known before
/// @param unit that of its results
/// @param bars what it was to reach
public record Figure(String label, String words, String unit, List<Bar> bars) {
  static Figure of(String label, String words, String unit, Bar... bars) {
    return new Figure(label, words, unit, List.of(bars));
  }

  /// Whether it is measured where these words are.
  public boolean isOf(String others) {
    String regex =
        Arrays.stream(words.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    return others.matches(regex);
  }

  List<BenchResult> of(List<BenchResult> results) {
    return results.stream()
        .filter(result -> result.unit().equals(unit) && isOf(result.words()))
        .toList();
  }
}
