package dev.millrace.bench.s3;

import java.time.Duration;

/// How long everything is done.
///
/// @param rounds how many rounds count for each side and case
/// @param round the length of a round, of which a download of 50 MB in ten threads may take more
/// @param warmUp how long a side downloads the smallest object in a new way before anything counts,
///   and twice as long in a new JVM
/// @param largeWarmUp how long each of the larger ones
/// @param countings how many rounds of system calls there are
record Pace(int rounds, Duration round, Duration warmUp, Duration largeWarmUp, int countings) {
  static final Pace QUICK =
      new Pace(3, Duration.ofMillis(300), Duration.ofMillis(1200), Duration.ofMillis(500), 1);
  static final Pace FULL =
      new Pace(7, Duration.ofMillis(500), Duration.ofSeconds(5), Duration.ofSeconds(1), 3);

  Duration warmUp(ObjectSize size) {
    return size == ObjectSize.SMALL ? warmUp : largeWarmUp;
  }

  @Override
  public String toString() {
    return "rounds:  %d of %d ms for each side in turns, after %d ms of warm-up (%d ms for large objects)"
        .formatted(rounds, round.toMillis(), warmUp.toMillis(), largeWarmUp.toMillis());
  }
}
