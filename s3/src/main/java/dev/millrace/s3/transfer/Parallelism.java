package dev.millrace.s3.transfer;

import java.time.Duration;

/// How many connections are of use.
///
/// It begins with a few. When the rate has settled, their number is doubled; as long as that makes
/// the whole faster by [#WORTHWHILE], it is doubled again. More than are of use only take from each
/// other, and from those of other people.
///
/// For one thread.
final class Parallelism {
  /// What a connection has to fetch at least, in bytes: with less, the time to open it is lost.
  static final long SMALLEST_PART = 4 << 20;

  private static final int FIRST = 4;
  private static final double WORTHWHILE = 1.2;

  /// Long enough for connections to be made and to gain speed.
  private static final Duration SETTLING = Duration.ofMillis(400);

  private static final Duration MEASURING = Duration.ofMillis(400);

  private final int most;
  private int count;
  private boolean settled;
  private double rateBefore;
  private long changedAt;
  private long measuredFrom = -1;
  private long measuredBytes;

  private Parallelism(int count, int most, boolean settled, long now) {
    this.count = count;
    this.most = most;
    this.settled = settled;
    this.changedAt = now;
  }

  /// @param now in nanoseconds
  static Parallelism of(DownloadOptions options, long size, long now) {
    int useful = Math.clamp(size / SMALLEST_PART, 1, options.most());
    if (options.connections() > 0) {
      int count = Math.min(options.connections(), useful);
      return new Parallelism(count, count, true, now);
    }
    return new Parallelism(Math.min(FIRST, useful), useful, false, now);
  }

  int count() {
    return count;
  }

  /// How many connections to add now.
  ///
  /// @param received in all so far, in bytes
  int toAdd(long now, long received) {
    if (settled || now - changedAt < SETTLING.toNanos()) {
      return 0;
    }
    if (measuredFrom < 0) {
      measuredFrom = now;
      measuredBytes = received;
      return 0;
    }
    if (now - measuredFrom < MEASURING.toNanos()) {
      return 0;
    }
    double rate = (received - measuredBytes) * 1e9 / (now - measuredFrom);
    if (rate == 0) {
      measuredFrom = -1; // the service has not begun, or pauses: that says nothing
      return 0;
    }
    int added = rate >= WORTHWHILE * rateBefore ? Math.min(count, most - count) : 0;
    settled = added == 0;
    rateBefore = rate;
    count += added;
    changedAt = now;
    measuredFrom = -1;
    return added;
  }
}
