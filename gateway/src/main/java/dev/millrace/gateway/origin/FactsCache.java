package dev.millrace.gateway.origin;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.s3.ObjectFacts;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

// What is known of an object goes through these ages, counted from when the origin was asked:
//
//   fresh   up to the time to live: it is the answer;
//   stale   while-revalidate long: it is the answer, and a question renews it in the background;
//           if-error long: it is the answer where the origin fails, or is known to fail;
//   old     after both: who wants to know waits for the origin.
//
// Whatever its age, it makes the next question a conditional one, and where nothing has changed, it
// is good for another time to live.
//
// What failing means. An origin that cannot be reached, is silent or says that it is broken. That
// it has no such object, or does not let the gateway read it, is an answer like any other, which is
// taken at once.
//
// What an outage costs. Who meets its beginning waits until the question has failed. From then on,
// until the origin answers anybody, what may be served is served at once, and the question is asked
// in the background: one for an object at a time, with a pause after each, and a bounded number in
// all, so that those who have nothing to be served find a connection to the origin.
//
// Races. An entry that has left the cache, since it was evicted, forgotten or purged, may still
// have
// a question under way. Its answer goes to those who wait for it and to no one else: whoever comes
// later finds another entry, or none.

/// What the origin said of its objects, believed for a while, asked once however many want to know.
///
/// A question runs on a thread of its own, so that it outlives the client that caused it. Failures
/// are not kept, but that there is no such object is, where that is wanted.
///
/// Safe for use by any number of threads.
///
/// @param <V> what is made of an object's facts, once for all answers that say the same
public final class FactsCache<V> {
  private static final int MOST_ENTRIES = 20_000;

  /// Half of the connections to the origin that are not for slices.
  private static final int MOST_RENEWALS = 128;

  /// Between a question that failed and the next in the background.
  static final Duration PAUSE = Duration.ofSeconds(5);

  private final Origin origin;
  private final Retry retry;
  private final Function<ObjectFacts, V> view;
  private final Ticker clock;
  private volatile Ages ages;
  private final Cache<ObjectName, Entry> entries;
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final Semaphore renewals = new Semaphore(MOST_RENEWALS);

  /// Whether the last question to end, whatever it was about, got no answer.
  private volatile boolean originFails;

  /// @param view makes of facts what is kept
  public FactsCache(
      Origin origin,
      Retry retry,
      Function<ObjectFacts, V> view,
      Lifetimes lifetimes,
      Ticker clock) {
    this.origin = origin;
    this.retry = retry;
    this.view = view;
    this.clock = clock;
    this.ages = Ages.of(lifetimes);
    this.entries = Caffeine.newBuilder().maximumSize(MOST_ENTRIES).executor(Runnable::run).build();
  }

  /// When what is known ceases to be each of these, in nanoseconds since the origin was asked.
  private record Ages(long timeToLive, long whileRevalidate, long ifError, long negative) {
    static Ages of(Lifetimes lifetimes) {
      long fresh = lifetimes.fresh().toNanos();
      return new Ages(
          fresh,
          fresh + lifetimes.whileRevalidate().toNanos(),
          fresh + lifetimes.ifError().toNanos(),
          lifetimes.absent().toNanos());
    }
  }

  /// From now on what is known is believed for so long, what is known already too.
  public void renew(Lifetimes lifetimes) {
    ages = Ages.of(lifetimes);
  }

  /// The facts of an object, from here or from the origin.
  public Believed<V> get(ObjectName name) throws OriginException, InterruptedIOException {
    while (true) {
      Believed<V> believed = entries.get(name, Entry::new).get();
      if (believed != null) {
        return believed;
      }
    }
  }

  /// How often facts were looked for since the start.
  ///
  /// @param hits how often they were known, or asked for already
  public record Counts(long hits, long misses) {}

  public Counts counts() {
    return new Counts(hits.sum(), misses.sum());
  }

  /// Forgets what is known of an object, if it is still `outdated`.
  public void forget(ObjectName name, V outdated) {
    Entry entry = entries.getIfPresent(name);
    if (entry != null
        && entry.word instanceof Word.Known<V>(_, V value, _)
        && value.equals(outdated)) {
      entries.asMap().remove(name, entry);
    }
  }

  /// Forgets what is known of an object, and what a question under way will tell.
  public void forget(ObjectName name) {
    entries.invalidate(name);
  }

  /// As the other, for all objects that are `wanted` to be forgotten.
  public void forgetAll(Predicate<ObjectName> wanted) {
    entries.asMap().keySet().removeIf(wanted);
  }

  /// What the origin said of an object.
  ///
  /// `asked` is when, by the clock: before the origin can have looked.
  private sealed interface Word<V> {
    long asked();

    record Known<V>(ObjectFacts facts, V value, long asked) implements Word<V> {}

    record Absent<V>(OriginException failure, long asked) implements Word<V> {}
  }

  /// What there is about one object.
  private final class Entry {
    private final ObjectName name;
    private volatile @Nullable Word<V> word;
    private @Nullable Question question;
    private boolean isFailing;
    private long pauseEnd;
    private boolean isGone;

    Entry(ObjectName name) {
      this.name = name;
    }

    /// Null if the entry has just left the cache since nothing is known of the object.
    @Nullable Believed<V> get() throws OriginException, InterruptedIOException {
      long now = clock.read();
      if (word instanceof Word.Known<V> known && now - known.asked < ages.timeToLive) {
        hits.increment();
        return believed(known, now);
      }
      Question asked;
      synchronized (this) {
        if (isGone) {
          return null;
        }
        switch (word) {
          case Word.Known<V> known when isServed(known, now) -> {
            renew(known, now);
            hits.increment();
            return believed(known, now);
          }
          case Word.Absent<V>(OriginException failure, long since)
              when now - since < ages.negative -> {
            hits.increment();
            throw failure;
          }
          case null, default -> asked = joined();
        }
      }
      return awaited(asked);
    }

    /// Whether what is stale is served without waiting for the origin.
    private boolean isServed(Word.Known<V> known, long now) {
      long age = now - known.asked;
      boolean fails = isFailing || originFails;
      Ages limits = ages;
      return age < limits.timeToLive
          || age < limits.whileRevalidate
          || (fails && age < limits.ifError);
    }

    private Believed<V> believed(Word.Known<V> known, long now) {
      long age = now - known.asked;
      return new Believed<>(
          known.value,
          Duration.ofNanos(Math.max(0, age)),
          Duration.ofNanos(Math.max(0, age - ages.timeToLive)));
    }

    private void renew(Word.Known<V> known, long now) {
      boolean isDue = now - known.asked >= ages.timeToLive && (!isFailing || now - pauseEnd >= 0);
      if (isDue && question == null && renewals.tryAcquire()) {
        question = new Question(this, known, renewals::release).start();
      }
    }

    /// The question to wait for. Where facts are believed for no time at all, everybody asks, since
    /// a question under way may have been answered already.
    private Question joined() {
      Question underWay = question;
      if (underWay == null || ages.timeToLive == 0) {
        Word.Known<V> known = word instanceof Word.Known<V> before ? before : null;
        underWay = new Question(this, known, () -> {}).start();
        question = underWay;
        misses.increment();
      } else {
        hits.increment();
      }
      return underWay;
    }

    private Believed<V> awaited(Question asked) throws OriginException, InterruptedIOException {
      try {
        return new Believed<>(asked.answer.get().value, Duration.ZERO, Duration.ZERO);
      } catch (ExecutionException e) {
        OriginException failure =
            e.getCause() instanceof OriginException known
                ? known
                : new OriginException(Reason.UNAVAILABLE, String.valueOf(e.getCause()), e);
        long now = clock.read();
        if (failure.reason().isTransient()
            && word instanceof Word.Known<V> known
            && now - known.asked < ages.ifError) {
          return believed(known, now);
        }
        throw failure;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while waiting for the facts of an object");
      }
    }

    private synchronized void learn(@Nullable Word<V> fresh, long asked) {
      isFailing = false;
      if (word == null || asked - word.asked() >= 0) {
        word = fresh;
      }
    }

    private synchronized void learnNothing() {
      isFailing = true;
      pauseEnd = clock.read() + PAUSE.toNanos();
      if (!(word instanceof Word.Known<V>)) {
        word = null;
      }
    }

    /// Ends a question. Nobody can have joined another meanwhile if nothing is left.
    private synchronized void end(Question ended) {
      if (question == ended) {
        question = null;
        if (word == null) {
          isGone = true;
          entries.asMap().remove(name, this);
        }
      }
    }
  }

  /// A question to the origin, which tells its entry what came of it before it tells those who
  /// wait.
  private final class Question implements Callable<Word.Known<V>> {
    private final FutureTask<Word.Known<V>> answer = new FutureTask<>(this);
    private final Entry entry;
    private final Word.@Nullable Known<V> known;
    private final Runnable end;
    private long asked;

    /// @param known makes it conditional, where there is something
    Question(Entry entry, Word.@Nullable Known<V> known, Runnable end) {
      this.entry = entry;
      this.known = known;
      this.end = end;
    }

    Question start() {
      Thread.ofVirtual().name("facts").start(answer);
      return this;
    }

    @Override
    public Word.Known<V> call() throws OriginException {
      try {
        Word.Known<V> fresh = retry.call(this::attempt);
        originFails = false;
        entry.learn(fresh, asked);
        return fresh;
      } catch (OriginException e) {
        originFails = e.reason().isTransient();
        if (originFails) {
          entry.learnNothing();
        } else {
          entry.learn(isKept(e) ? new Word.Absent<>(e, asked) : null, asked);
        }
        throw e;
      } finally {
        entry.end(this);
        end.run();
      }
    }

    private boolean isKept(OriginException failure) {
      return failure.reason() == Reason.NO_SUCH_KEY && ages.negative > 0;
    }

    private Word.Known<V> attempt() throws IOException {
      asked = clock.read();
      if (known == null) {
        ObjectFacts facts = origin.facts(entry.name);
        return new Word.Known<>(facts, view.apply(facts), asked);
      }
      ObjectFacts facts = origin.facts(entry.name, known.facts);
      return facts.equals(known.facts)
          ? new Word.Known<>(facts, known.value, asked)
          : new Word.Known<>(facts, view.apply(facts), asked);
    }
  }
}
