package dev.millrace.bench.cache;

/// Random numbers that cost next to nothing (Marsaglia, "Xorshift RNGs", 2003). For one thread.
final class Xorshift {
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private long state;

  /// @param seed any number but 0; different ones give unrelated numbers
  Xorshift(int seed) {
    state = seed * GOLDEN_RATIO;
  }

  long next() {
    long x = state;
    x ^= x << 13;
    x ^= x >>> 7;
    x ^= x << 17;
    state = x;
    return x;
  }

  /// A number from 0 up to, but not including, the bound.
  int below(int bound) {
    return (int) Math.unsignedMultiplyHigh(next(), bound);
  }
}
