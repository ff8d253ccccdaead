package dev.millrace.bench.s3.link.proxy;

import java.util.concurrent.TimeUnit;

/// When bytes that enter a link arrive at its other end: one after the other at the link's rate,
/// and each after its delay. A link that was idle has nothing to make up for.
///
/// For one thread.
final class Timetable {
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Terms terms;
  private long vacantAt;

  /// @param opensAt the time before which nothing enters, in nanoseconds
  Timetable(Terms terms, long opensAt) {
    this.terms = terms;
    vacantAt = opensAt;
  }

  /// When the last of `count` bytes arrives that are there at `now`.
  long arrival(long now, int count) {
    long begin = now - vacantAt > 0 ? now : vacantAt;
    vacantAt = begin + (long) (count * NANOS_PER_SECOND / terms.bytesPerSecond());
    return vacantAt + terms.oneWay().toNanos();
  }
}
