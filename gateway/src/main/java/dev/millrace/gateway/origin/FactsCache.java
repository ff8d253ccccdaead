package dev.millrace.gateway.origin;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.millrace.s3.ObjectFacts;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/// What the origin said of its objects, believed for a short time, asked once however many want to
/// know.
///
/// A question runs on a thread of its own, so that it outlives the client that caused it. Failures
/// are not kept.
///
/// @param <V> what is made of an object's facts, once for every answer of the origin
public final class FactsCache<V> {
  private static final int MOST_ENTRIES = 100_000;

  private final Origin origin;
  private final Retry retry;
  private final Function<ObjectFacts, V> view;
  private final Cache<ObjectName, FutureTask<V>> facts;

  /// @param view makes of facts what is kept
  /// @param timeToLive for how long facts are believed; zero asks for every request
  public FactsCache(
      Origin origin,
      Retry retry,
      Function<ObjectFacts, V> view,
      Duration timeToLive,
      Ticker clock) {
    this.origin = origin;
    this.retry = retry;
    this.view = view;
    this.facts =
        Caffeine.newBuilder()
            .maximumSize(MOST_ENTRIES)
            .expireAfterWrite(timeToLive)
            .ticker(clock)
            .executor(Runnable::run)
            .build();
  }

  /// The facts of an object, from here or from the origin.
  public V get(ObjectName name) throws OriginException, InterruptedIOException {
    FutureTask<V> task = facts.getIfPresent(name);
    if (task == null) {
      FutureTask<V> fresh =
          new FutureTask<>(() -> view.apply(retry.call(() -> origin.facts(name))));
      task = facts.asMap().putIfAbsent(name, fresh);
      if (task == null) {
        Thread.ofVirtual().name("facts").start(fresh);
        task = fresh;
      }
    }
    try {
      return task.get();
    } catch (ExecutionException e) {
      facts.asMap().remove(name, task);
      if (e.getCause() instanceof OriginException known) {
        throw known;
      }
      throw new OriginException(
          OriginException.Reason.UNAVAILABLE, String.valueOf(e.getCause()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for the facts of an object");
    }
  }

  /// Forgets an object, whose version turned out to have changed.
  public void forget(ObjectName name) {
    facts.invalidate(name);
  }
}
