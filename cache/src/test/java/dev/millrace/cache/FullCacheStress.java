package dev.millrace.cache;

import static dev.millrace.cache.StressCache.evictions;
import static dev.millrace.cache.StressCache.keys;
import static dev.millrace.cache.StressCache.number;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;

/// Two calls at once for a cache that is full.
public class FullCacheStress {
  private FullCacheStress() {}

  /// Two new keys are put: both are in, and the two that were there are not.
  @JCStressTest
  @Outcome(id = "34, 2, 2", expect = ACCEPTABLE, desc = "both evicted one")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class TwoKeys {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 2);

    @Actor
    public void actor1(III_Result r) {
      cache.put(3, 30);
    }

    @Actor
    public void actor2(III_Result r) {
      cache.put(4, 40);
    }

    @Arbiter
    public void arbiter(III_Result r) {
      r.r1 = keys(cache);
      r.r2 = cache.size();
      r.r3 = evictions(cache);
    }
  }

  /// One new key is put twice: the second oldest survives, unless both made room.
  @JCStressTest
  @Outcome(id = "0, 31, 23, 1", expect = ACCEPTABLE, desc = "the first came first")
  @Outcome(id = "32, 0, 23, 1", expect = ACCEPTABLE, desc = "the second came first")
  @Outcome(id = "0, 31, 3, 2", expect = ACCEPTABLE_INTERESTING, desc = "both made room")
  @Outcome(id = "32, 0, 3, 2", expect = ACCEPTABLE_INTERESTING, desc = "both made room")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class OneKey {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 2);

    @Actor
    public void actor1(IIII_Result r) {
      r.r1 = number(cache.put(3, 31));
    }

    @Actor
    public void actor2(IIII_Result r) {
      r.r2 = number(cache.put(3, 32));
    }

    @Arbiter
    public void arbiter(IIII_Result r) {
      r.r3 = keys(cache);
      r.r4 = evictions(cache);
    }
  }

  /// One new key is put twice, if absent: the second oldest survives, unless both made room.
  @JCStressTest
  @Outcome(id = "0, 31, 23, 1", expect = ACCEPTABLE, desc = "the first came first")
  @Outcome(id = "32, 0, 23, 1", expect = ACCEPTABLE, desc = "the second came first")
  @Outcome(id = "0, 31, 3, 2", expect = ACCEPTABLE_INTERESTING, desc = "both made room")
  @Outcome(id = "32, 0, 3, 2", expect = ACCEPTABLE_INTERESTING, desc = "both made room")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class OneKeyIfAbsent {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 2);

    @Actor
    public void actor1(IIII_Result r) {
      r.r1 = number(cache.putIfAbsent(3, 31));
    }

    @Actor
    public void actor2(IIII_Result r) {
      r.r2 = number(cache.putIfAbsent(3, 32));
    }

    @Arbiter
    public void arbiter(IIII_Result r) {
      r.r3 = keys(cache);
      r.r4 = evictions(cache);
    }
  }

  /// The oldest is taken while a new key is put: the second oldest survives, unless the put had
  /// found the cache full before.
  @JCStressTest
  @Outcome(id = "10, 23, 0", expect = ACCEPTABLE, desc = "taken, so nobody was evicted")
  @Outcome(id = "0, 23, 1", expect = ACCEPTABLE, desc = "evicted before it could be taken")
  @Outcome(id = "10, 3, 1", expect = ACCEPTABLE_INTERESTING, desc = "found full, then taken")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class OldestTaken {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 2);

    @Actor
    public void actor1(III_Result r) {
      r.r1 = number(cache.take(1));
    }

    @Actor
    public void actor2(III_Result r) {
      cache.put(3, 30);
    }

    @Arbiter
    public void arbiter(III_Result r) {
      r.r2 = keys(cache);
      r.r3 = evictions(cache);
    }
  }

  /// The newest is taken while a new key is put: either there was room, or the oldest goes.
  @JCStressTest
  @Outcome(id = "20, 13, 0", expect = ACCEPTABLE, desc = "taken first")
  @Outcome(id = "20, 3, 1", expect = ACCEPTABLE, desc = "put first")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class NewestTaken {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 2);

    @Actor
    public void actor1(III_Result r) {
      r.r1 = number(cache.take(2));
    }

    @Actor
    public void actor2(III_Result r) {
      cache.put(3, 30);
    }

    @Arbiter
    public void arbiter(III_Result r) {
      r.r2 = keys(cache);
      r.r3 = evictions(cache);
    }
  }

  /// The only entry is taken while another is put: somebody gets it, or it is evicted.
  @JCStressTest
  @Outcome(id = "10, 2, 1, 0", expect = ACCEPTABLE, desc = "taken")
  @Outcome(id = "0, 2, 1, 1", expect = ACCEPTABLE, desc = "evicted")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class VictimTaken {
    private final SessionCache<Object, Integer> cache = StressCache.of(1, 1);

    @Actor
    public void actor1(IIII_Result r) {
      r.r1 = number(cache.take(1));
    }

    @Actor
    public void actor2(IIII_Result r) {
      cache.put(2, 20);
    }

    @Arbiter
    public void arbiter(IIII_Result r) {
      r.r2 = keys(cache);
      r.r3 = cache.size();
      r.r4 = evictions(cache);
    }
  }

  /// The capacity shrinks while a new key is put: the newest is left.
  @JCStressTest
  @Outcome(id = "3, 1, 2", expect = ACCEPTABLE, desc = "in either order")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class Smaller {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 2);

    @Actor
    public void actor1(III_Result r) {
      cache.capacity(1);
    }

    @Actor
    public void actor2(III_Result r) {
      cache.put(3, 30);
    }

    @Arbiter
    public void arbiter(III_Result r) {
      r.r1 = keys(cache);
      r.r2 = cache.size() * cache.capacity();
      r.r3 = evictions(cache);
    }
  }

  /// The capacity shrinks by one while the oldest is taken: the other two survive, unless the
  /// oldest was still there when the shrinking began.
  @JCStressTest
  @Outcome(id = "10, 23, 0", expect = ACCEPTABLE, desc = "taken, so nobody was evicted")
  @Outcome(id = "0, 23, 1", expect = ACCEPTABLE, desc = "evicted before it could be taken")
  @Outcome(id = "10, 3, 1", expect = ACCEPTABLE_INTERESTING, desc = "found full, then taken")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class SmallerAndTaken {
    private final SessionCache<Object, Integer> cache = StressCache.of(3, 3);

    @Actor
    public void actor1(III_Result r) {
      cache.capacity(2);
    }

    @Actor
    public void actor2(III_Result r) {
      r.r1 = number(cache.take(1));
    }

    @Arbiter
    public void arbiter(III_Result r) {
      r.r2 = keys(cache);
      r.r3 = evictions(cache);
    }
  }
}
