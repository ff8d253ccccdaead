package dev.millrace.gateway.fleet;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How long a peer takes to begin its answers: the mean, in which each newer answer counts for a
/// sixteenth.
///
/// Which slices a node owns is left to chance, so all owners wait for the origin equally often and
/// equally long, and in the mean they answer alike. One that takes five times as long as the others
/// is itself slow, whatever the origin does; and where all are slow, none is.
///
/// Safe for use by any number of threads.
final class Pace {
  /// Answers without which a mean says nothing, and how many the mean remembers.
  private static final int ENOUGH = 16;

  private static final int TIMES_SLOWER = 5;

  /// What is faster is not worth a fallback.
  private static final Duration BEARABLE = Duration.ofMillis(20);

  /// With fewer others there is no telling who is slow.
  private static final int LEAST_OTHERS = 2;

  private long count;
  private double mean;

  /// Takes an answer that began after so many nanoseconds.
  ///
  /// @return whether it is worth a comparison with others
  synchronized boolean add(long nanos) {
    count++;
    mean += (nanos - mean) / Math.min(count, ENOUGH);
    return count >= ENOUGH && mean > BEARABLE.toNanos();
  }

  /// Forgets all answers.
  synchronized void reset() {
    count = 0;
    mean = 0;
  }

  /// Why this peer is slow, compared with others, or null if it is not.
  @Nullable String slowness(List<Pace> others) {
    double[] means =
        others.stream().filter(Pace::isKnown).mapToDouble(Pace::mean).sorted().toArray();
    if (means.length < LEAST_OTHERS) {
      return null;
    }
    double usual = means[means.length / 2];
    return mean() > TIMES_SLOWER * usual
        ? "slow: answers after %.0f ms, others after %.0f".formatted(mean() / 1e6, usual / 1e6)
        : null;
  }

  private synchronized boolean isKnown() {
    return count >= ENOUGH;
  }

  private synchronized double mean() {
    return mean;
  }
}
