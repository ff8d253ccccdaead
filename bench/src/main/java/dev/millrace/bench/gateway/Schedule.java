package dev.millrace.bench.gateway;

import java.time.Duration;

/// How long everything is done.
///
/// @param compilation the load on ours, of each kind of connection, in which the JVM compiles
///   before the first case
/// @param round the load of one round, a whole number of seconds as wrk demands; [#round] has
///   longer ones for large objects
/// @param rounds how many rounds count for each side, after one that does not
record Schedule(Duration compilation, Duration round, int rounds) {
  static final Schedule QUICK = new Schedule(Duration.ofSeconds(8), Duration.ofSeconds(1), 4);
  static final Schedule FULL = new Schedule(Duration.ofSeconds(60), Duration.ofSeconds(5), 7);

  /// A round of requests for `object`. One ends with a request under way on each connection, and
  /// what was sent of those is not counted; so it is long enough for many.
  Duration round(SampleObject object) {
    return object == SampleObject.LARGE ? round.multipliedBy(4) : round;
  }

  @Override
  public String toString() {
    return "rounds:  %d of %d s for each side in turns, after %d s of warm-up for the JVM"
        .formatted(rounds, round.toSeconds(), 2 * compilation.toSeconds());
  }
}
