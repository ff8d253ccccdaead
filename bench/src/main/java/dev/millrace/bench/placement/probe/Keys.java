package dev.millrace.bench.placement.probe;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;

/// Keys as programs make them, the same in every run.
public enum Keys {
  /// Letters and digits.
  RANDOM,
  /// Decimal numbers, one after the other.
  SEQUENTIAL,
  UUID,
  /// Files of a table, by day and hour.
  PATH;

  private static final long SEED = 42;

  /// As it stands in the report.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// So many of them, no two alike.
  public List<String> of(int count) {
    SplittableRandom random = new SplittableRandom(SEED);
    return IntStream.range(0, count).mapToObj(i -> key(i, random)).toList();
  }

  private String key(int number, SplittableRandom random) {
    return switch (this) {
      case RANDOM -> Long.toString(random.nextLong(), Character.MAX_RADIX);
      case SEQUENTIAL -> Integer.toString(number);
      case UUID -> new UUID(random.nextLong(), random.nextLong()).toString();
      case PATH ->
          "lake/events/day=%02d/hour=%02d/part-%05d.parquet"
              .formatted(number % 30, number / 30 % 24, number);
    };
  }
}
