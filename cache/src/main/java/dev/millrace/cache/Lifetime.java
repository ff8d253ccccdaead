package dev.millrace.cache;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.function.LongSupplier;

/// How long entries live, by which clock.
///
/// Instants are readings of the clock, compared by their difference only, so that they survive its
/// wrap; a difference that is negative is no age at all.
final class Lifetime {
  private static final long FOREVER = Long.MAX_VALUE;
  private static final Duration LONGEST = Duration.ofNanos(FOREVER);

  private final LongSupplier clock;
  private volatile long nanos;

  Lifetime(Duration timeToLive, LongSupplier clock) {
    this.nanos = nanosOf(timeToLive);
    this.clock = requireNonNull(clock);
  }

  /// A time to live in nanoseconds; [Long#MAX_VALUE] stands for what does not fit, and for ever.
  static long nanosOf(Duration timeToLive) {
    if (timeToLive.isZero() || timeToLive.isNegative()) {
      throw new IllegalArgumentException("time to live must be more than 0: " + timeToLive);
    }
    return timeToLive.compareTo(LONGEST) >= 0 ? FOREVER : timeToLive.toNanos();
  }

  long now() {
    return clock.getAsLong();
  }

  boolean isOver(Entry<?, ?> entry, long now) {
    long limit = nanos;
    return limit != FOREVER && now - entry.insertedAt >= limit;
  }

  /// Does not read the clock, which costs as much as the rest of a lookup, where entries live for
  /// ever.
  boolean isOver(Entry<?, ?> entry) {
    long limit = nanos;
    return limit != FOREVER && clock.getAsLong() - entry.insertedAt >= limit;
  }

  Duration timeToLive() {
    return Duration.ofNanos(nanos);
  }

  void timeToLive(Duration timeToLive) {
    nanos = nanosOf(timeToLive);
  }
}
