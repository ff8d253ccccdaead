package dev.millrace.gateway.origin;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import com.github.benmanes.caffeine.cache.stats.CacheStats;
import dev.millrace.s3.ObjectFacts;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
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
  private static final int MOST_ENTRIES = 20_000;

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
            .recordStats()
            .build();
  }

  /// The facts of an object, from here or from the origin.
  public V get(ObjectName name) throws OriginException, InterruptedIOException {
    FutureTask<V> task = facts.getIfPresent(name);
    if (task == null) {
      FutureTask<V> fresh = new Question(name);
      task = facts.asMap().putIfAbsent(name, fresh);
      if (task == null) {
        Thread.ofVirtual().name("facts").start(fresh);
        task = fresh;
      }
    }
    try {
      return task.get();
    } catch (ExecutionException e) {
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

  /// How often facts were looked for since the start.
  ///
  /// @param hits how often they were known, or asked for already
  public record Counts(long hits, long misses) {}

  public Counts counts() {
    CacheStats stats = facts.stats();
    return new Counts(stats.hitCount(), stats.missCount());
  }

  /// Forgets what is known of an object, if it is still `outdated`.
  public void forget(ObjectName name, V outdated) {
    facts
        .asMap()
        .computeIfPresent(
            name,
            (_, task) ->
                task.state() == Future.State.SUCCESS && task.resultNow().equals(outdated)
                    ? null
                    : task);
  }

  /// A question to the origin, which leaves the cache if it fails.
  private final class Question extends FutureTask<V> {
    private final ObjectName name;

    Question(ObjectName name) {
      super(() -> view.apply(retry.call(() -> origin.facts(name))));
      this.name = name;
    }

    @Override
    protected void done() {
      if (state() != State.SUCCESS) {
        facts.asMap().remove(name, this);
      }
    }
  }
}
