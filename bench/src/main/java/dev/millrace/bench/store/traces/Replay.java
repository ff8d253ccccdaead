package dev.millrace.bench.store.traces;

import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;

/// What one pass over a trace yields, its warm-up aside.
///
/// @param missPercent the share of the requests that were not answered, from 0 to 100
/// @param perSecond how many requests were made in a second, those that were followed by a put
///   included
record Replay(double missPercent, double perSecond) {
  /// Asks a cache that is empty for all keys of a trace.
  ///
  /// @param request whether the cache has a key, which it takes in if not
  static Replay of(Trace trace, IntPredicate request) {
    replay(trace, 0, trace.warmUp(), request);
    long begin = System.nanoTime();
    int misses = replay(trace, trace.warmUp(), trace.length(), request);
    double seconds = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
    int requests = trace.length() - trace.warmUp();
    return new Replay(100.0 * misses / requests, requests / seconds);
  }

  private static int replay(Trace trace, int from, int to, IntPredicate request) {
    int misses = 0;
    for (int i = from; i < to; i++) {
      if (!request.test(trace.request(i))) {
        misses++;
      }
    }
    return misses;
  }
}
