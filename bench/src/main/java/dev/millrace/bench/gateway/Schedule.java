package dev.millrace.bench.gateway;

import java.time.Duration;

/// How long everything is done.
///
/// @param compilation the load on ours, of each kind of connection, in which the JVM compiles
///   before the first case
/// @param round the load of one round, a whole number of seconds as wrk demands
/// @param rounds how many rounds count for each side, after one that does not
record Schedule(Duration compilation, Duration round, int rounds) {
  static final Schedule QUICK = new Schedule(Duration.ofSeconds(8), Duration.ofSeconds(1), 4);
  static final Schedule FULL = new Schedule(Duration.ofSeconds(60), Duration.ofSeconds(5), 7);

  @Override
  public String toString() {
    return "rounds:  %d of %d s for each side in turns, after %d s of warm-up for the JVM"
        .formatted(rounds, round.toSeconds(), 2 * compilation.toSeconds());
  }
}
