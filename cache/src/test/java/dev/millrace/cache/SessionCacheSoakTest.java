package dev.millrace.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// All calls by four threads at once, for as long as one likes, while time passes.
class SessionCacheSoakTest {
  private static final int THREADS = 4;
  private static final int PHASES = 10;
  private static final int CAPACITY = 300;
  private static final int TTL = 16;

  /// A value, and when it was stored at the latest; [Long#MAX_VALUE] until that is known.
  private static final class Session {
    final int key;
    final int number;
    volatile long stored = Long.MAX_VALUE;

    Session(int key, int number) {
      this.key = key;
      this.number = number;
    }
  }

  private final ManualClock clock = new ManualClock();
  private final SessionCache<Object, Session> cache =
      SessionCache.bounded(CAPACITY, Duration.ofNanos(TTL), clock);
  private final LongAdder stored = new LongAdder();
  private final LongAdder left = new LongAdder();
  private final LongAdder lookups = new LongAdder();

  @Test
  void two_million_calls_keep_the_contract() throws Exception {
    calls(2_000_000);
  }

  @Test
  @Tag("long")
  void a_hundred_million_calls_keep_the_contract() throws Exception {
    calls(100_000_000);
  }

  private void calls(int count) throws InterruptedException {
    int share = count / THREADS;
    AtomicIntegerArray returned = new AtomicIntegerArray(count / Integer.SIZE + 1);
    for (int phase = 0; phase < PHASES; phase++) {
      Together together = new Together(3600);
      for (int thread = 0; thread < THREADS; thread++) {
        int first = thread * share + phase * (share / PHASES);
        together.worker(() -> {
          for (int i = first; i < first + share / PHASES; i++) {
            call(i, returned);
          }
        });
      }
      together.run();
      checkCounts();
      lookups.add(CacheStructure.check(cache));
    }
  }

  private void checkCounts() {
    int size = cache.size();
    SessionCacheCounts counts = cache.counts();
    assertThat(counts.hits() + counts.misses()).isEqualTo(lookups.sum());
    assertThat(left.sum() + counts.evictionsBySize() + counts.evictionsByAge() + size)
        .isEqualTo(stored.sum());
  }

  private void call(int number, AtomicIntegerArray returned) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    int id = random.nextInt(450);
    Object key = id < 400 ? (Object) (id * 0x9E3779B9) : new CollidingKey.Plain(id);
    int choice = random.nextInt(1000);
    if (choice < 400) {
      long before = clock.getAsLong();
      found(cache.get(key), id, before);
    } else if (choice < 650) {
      put(key, new Session(id, number), returned);
    } else if (choice < 750) {
      putIfAbsent(key, new Session(id, number));
    } else if (choice < 890) {
      long before = clock.getAsLong();
      leaves(found(cache.take(key), id, before), returned);
    } else if (choice < 940) {
      if (cache.remove(key)) {
        left.increment();
      }
    } else if (choice < 980) {
      long before = clock.getAsLong();
      Session session = found(cache.get(key), id, before);
      if (session != null && cache.remove(key, session)) {
        leaves(session, returned);
      }
    } else if (choice < 998) {
      clock.advance(1);
      assertThat(cache.size()).isBetween(0, CAPACITY);
    } else {
      cache.capacity(1 + random.nextInt(CAPACITY));
    }
  }

  private void put(Object key, Session session, AtomicIntegerArray returned) {
    stored.increment();
    leaves(cache.put(key, session), returned);
    session.stored = clock.getAsLong();
  }

  private void putIfAbsent(Object key, Session session) {
    long before = clock.getAsLong();
    Session present = cache.putIfAbsent(key, session);
    if (present == null) {
      stored.increment();
      session.stored = clock.getAsLong();
    } else {
      check(present, session.key, before);
    }
  }

  /// @param before a reading of the clock from before the lookup
  private @Nullable Session found(@Nullable Session session, int key, long before) {
    lookups.increment();
    if (session != null) {
      check(session, key, before);
    }
    return session;
  }

  private static void check(Session session, int key, long before) {
    if (session.key != key || before - session.stored >= TTL) {
      throw new AssertionError(session.key + " of age " + (before - session.stored));
    }
  }

  private void leaves(@Nullable Session session, AtomicIntegerArray returned) {
    if (session == null) {
      return;
    }
    left.increment();
    int bit = 1 << session.number;
    int bits = returned.getAndAccumulate(session.number / Integer.SIZE, bit, (a, b) -> a | b);
    if ((bits & bit) != 0) {
      throw new AssertionError(session.number + " has left before");
    }
  }
}
