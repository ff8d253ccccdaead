package dev.millrace.bench.store.ssd;

import java.time.Duration;

/// How long everything is done.
///
/// @param fileBytes the size of the file that is read from
/// @param round the length of a round, a whole number of seconds as fio demands
/// @param warmUp how long each of our sides reads in a new way before anything counts, and three
///   times as long in a new JVM
record Pace(long fileBytes, int rounds, Duration round, Duration warmUp) {
  static final Pace QUICK = new Pace(1L << 30, 2, Duration.ofSeconds(1), Duration.ofSeconds(1));
  static final Pace FULL = new Pace(4L << 30, 7, Duration.ofSeconds(3), Duration.ofSeconds(5));

  @Override
  public String toString() {
    return "rounds:  %d of %d s for each side in turns, after %d s of warm-up for each of ours (three times in a new JVM); file of %d MiB"
        .formatted(rounds, round.toSeconds(), warmUp.toSeconds(), fileBytes >> 20);
  }
}
