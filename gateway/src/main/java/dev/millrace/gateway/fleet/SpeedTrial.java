package dev.millrace.gateway.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Finds out whether a peer is slow: it is asked five times whether it is there, and so are up to
/// three others meanwhile. That has nothing to do with the origin. The peer is slow if it takes 20
/// ms in the mean, and five times as long as the others do: where all are slow, none is.
///
/// The questions are 20 ms apart, so that a peer that runs in fits and starts is not asked only
/// when it has just begun to run. A few trials at most go on at the same time.
///
/// Safe for use by any number of threads.
final class SpeedTrial {
  private static final int QUESTIONS = 5;
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final int OTHERS = 3;

  /// With fewer there is no telling who is slow.
  private static final int LEAST_OTHERS = 2;

  private static final int TIMES_SLOWER = 5;

  /// Enough that not all wait for one that is silent, and few beside the connections that there are
  /// for such questions.
  private static final int AT_THE_SAME_TIME = 4;

  private final Semaphore places = new Semaphore(AT_THE_SAME_TIME);

  /// Why `suspect` is slow, or null if it is not.
  ///
  /// @param suspect asks it, and tells after how many nanoseconds it answered
  /// @param others the same for those that are available
  @Nullable String slowness(LongSupplier suspect, List<LongSupplier> others)
      throws InterruptedException {
    if (others.size() < LEAST_OTHERS) {
      return null;
    }
    places.acquire();
    try {
      return compare(suspect, others);
    } finally {
      places.release();
    }
  }

  private static @Nullable String compare(LongSupplier suspect, List<LongSupplier> others)
      throws InterruptedException {
    List<LongSupplier> chosen = new ArrayList<>(others);
    Collections.shuffle(chosen);
    try (var trials = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Double> own = trials.submit(() -> mean(suspect));
      List<Future<Double>> usual =
          chosen.stream().limit(OTHERS).map(each -> trials.submit(() -> mean(each))).toList();
      double theirs = median(usual);
      return own.get() > Pace.BEARABLE.toNanos() && own.get() > TIMES_SLOWER * theirs
          ? "slow: answers after %.0f ms, others after %.0f"
              .formatted(own.get() / 1e6, theirs / 1e6)
          : null;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /// The first question may find no open connection, and pay for a handshake; it does not count.
  private static double mean(LongSupplier peer) throws InterruptedException {
    long _ = peer.getAsLong();
    long sum = 0;
    for (int i = 0; i < QUESTIONS; i++) {
      Thread.sleep(PAUSE);
      sum += peer.getAsLong();
    }
    return (double) sum / QUESTIONS;
  }

  private static double median(List<Future<Double>> means)
      throws ExecutionException, InterruptedException {
    List<Double> sorted = new ArrayList<>();
    for (Future<Double> mean : means) {
      sorted.add(mean.get());
    }
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }
}
