package dev.millrace.fleet.placement;

import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Keys as programs make them: no two alike, and the same in every run.
enum Keys {
  RANDOM {
    @Override
    IntFunction<String> naming(SplittableRandom random) {
      return _ -> Long.toString(random.nextLong(), Character.MAX_RADIX);
    }
  },
  SEQUENTIAL {
    @Override
    IntFunction<String> naming(SplittableRandom random) {
      return Integer::toString;
    }
  },
  UUIDS {
    @Override
    IntFunction<String> naming(SplittableRandom random) {
      return _ -> new UUID(random.nextLong(), random.nextLong()).toString();
    }
  },
  PATHS {
    @Override
    IntFunction<String> naming(SplittableRandom random) {
      return i ->
          "lake/events/day=%02d/hour=%02d/part-%05d.parquet".formatted(i % 30, i / 30 % 24, i);
    }
  };

  private static final long SEED = 42;

  abstract IntFunction<String> naming(SplittableRandom random);

  List<String> of(int count) {
    return IntStream.range(0, count).mapToObj(naming(new SplittableRandom(SEED))).toList();
  }
}
