package dev.millrace.bench.harness;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the user asked of a bench.
///
/// @param quick whether the bench must end within five minutes, at the price of rougher figures
/// @param recordings the folder for flight recordings of what was measured, or null for none
/// @param trace the file of requests to replay, or null for those that the bench makes up
/// @param cases which cases are asked for, by the words of a result, or null where the bench
///   chooses
public record BenchOptions(
    boolean quick,
    @Nullable Path recordings,
    @Nullable Path trace,
    @Nullable Predicate<String> cases) {

  /// The cases to measure: those that are asked for, else a few in a quick run and all in a full
  /// one.
  ///
  /// @param words those of the results that a case brings
  public <C> List<C> choose(List<C> few, List<C> all, Function<C, Stream<String>> words) {
    if (cases == null) {
      return quick ? few : all;
    }
    return all.stream().filter(each -> words.apply(each).anyMatch(this::wants)).toList();
  }

  /// Whether a case is to be measured that quick runs and full ones have.
  public boolean wants(String words) {
    return cases == null || cases.test(words);
  }
}
