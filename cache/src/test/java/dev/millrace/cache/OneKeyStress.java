package dev.millrace.cache;

import static dev.millrace.cache.StressCache.number;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/// Calls at once in a cache with room, most of them for one key.
public class OneKeyStress {
  private OneKeyStress() {}

  /// Exactly one gets the value.
  @JCStressTest
  @Outcome(
      id = {"10, 0, 0", "0, 10, 0"},
      expect = ACCEPTABLE,
      desc = "one of them")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class TwoTakes {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 1);

    @Actor
    public void actor1(III_Result r) {
      r.r1 = number(cache.take(1));
    }

    @Actor
    public void actor2(III_Result r) {
      r.r2 = number(cache.take(1));
    }

    @Arbiter
    public void arbiter(III_Result r) {
      r.r3 = cache.size();
    }
  }

  /// What is put is taken, or left.
  @JCStressTest
  @Outcome(id = "10, 0, 11, 1", expect = ACCEPTABLE, desc = "taken first")
  @Outcome(id = "11, 10, 0, 0", expect = ACCEPTABLE, desc = "put first")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class TakeAndPut {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 1);

    @Actor
    public void actor1(IIII_Result r) {
      r.r1 = number(cache.take(1));
    }

    @Actor
    public void actor2(IIII_Result r) {
      r.r2 = number(cache.put(1, 11));
    }

    @Arbiter
    public void arbiter(IIII_Result r) {
      r.r3 = number(cache.get(1));
      r.r4 = cache.size();
    }
  }

  /// What is put is left, or was refused.
  @JCStressTest
  @Outcome(id = "10, 0, 11, 1", expect = ACCEPTABLE, desc = "taken first")
  @Outcome(id = "10, 10, 0, 0", expect = ACCEPTABLE, desc = "refused first")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class TakeAndPutIfAbsent {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 1);

    @Actor
    public void actor1(IIII_Result r) {
      r.r1 = number(cache.take(1));
    }

    @Actor
    public void actor2(IIII_Result r) {
      r.r2 = number(cache.putIfAbsent(1, 11));
    }

    @Arbiter
    public void arbiter(IIII_Result r) {
      r.r3 = number(cache.get(1));
      r.r4 = cache.size();
    }
  }

  /// A lookup finds the value before it is removed, and nothing after.
  @JCStressTest
  @Outcome(id = "1, 10, 0", expect = ACCEPTABLE, desc = "found first")
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "removed first")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class RemoveAndGet {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 1);

    @Actor
    public void actor1(III_Result r) {
      r.r1 = cache.remove(1) ? 1 : 0;
    }

    @Actor
    public void actor2(III_Result r) {
      r.r2 = number(cache.get(1));
    }

    @Arbiter
    public void arbiter(III_Result r) {
      r.r3 = number(cache.get(1));
    }
  }

  /// The value is removed only while it is there.
  @JCStressTest
  @Outcome(id = "1, 0, 11", expect = ACCEPTABLE, desc = "removed first")
  @Outcome(id = "0, 10, 11", expect = ACCEPTABLE, desc = "replaced first")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class RemoveValueAndPut {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 1);

    @Actor
    public void actor1(III_Result r) {
      r.r1 = cache.remove(1, 10) ? 1 : 0;
    }

    @Actor
    public void actor2(III_Result r) {
      r.r2 = number(cache.put(1, 11));
    }

    @Arbiter
    public void arbiter(III_Result r) {
      r.r3 = number(cache.get(1));
    }
  }

  /// One stores its value, and the other gets it.
  @JCStressTest
  @Outcome(id = "0, 11, 11, 1", expect = ACCEPTABLE, desc = "the first")
  @Outcome(id = "12, 0, 12, 1", expect = ACCEPTABLE, desc = "the second")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class TwoPutsIfAbsent {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 0);

    @Actor
    public void actor1(IIII_Result r) {
      r.r1 = number(cache.putIfAbsent(1, 11));
    }

    @Actor
    public void actor2(IIII_Result r) {
      r.r2 = number(cache.putIfAbsent(1, 12));
    }

    @Arbiter
    public void arbiter(IIII_Result r) {
      r.r3 = number(cache.get(1));
      r.r4 = cache.size();
    }
  }

  /// One replaces the value of the other.
  @JCStressTest
  @Outcome(id = "0, 11, 12, 1", expect = ACCEPTABLE, desc = "the first came first")
  @Outcome(id = "12, 0, 11, 1", expect = ACCEPTABLE, desc = "the second came first")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class TwoPuts {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 0);

    @Actor
    public void actor1(IIII_Result r) {
      r.r1 = number(cache.put(1, 11));
    }

    @Actor
    public void actor2(IIII_Result r) {
      r.r2 = number(cache.put(1, 12));
    }

    @Arbiter
    public void arbiter(IIII_Result r) {
      r.r3 = number(cache.get(1));
      r.r4 = cache.size();
    }
  }

  /// A key is never absent while its value is replaced.
  @JCStressTest
  @Outcome(
      id = {"10, 10", "10, 11", "11, 11"},
      expect = ACCEPTABLE,
      desc = "the old value, then the new one")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class ReplaceAndGet {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 1);

    @Actor
    public void actor1() {
      cache.put(1, 11);
    }

    @Actor
    public void actor2(II_Result r) {
      r.r1 = number(cache.get(1));
      r.r2 = number(cache.get(1));
    }
  }

  /// The same, in a bin that has spilled.
  @JCStressTest
  @Outcome(
      id = {"10, 10", "10, 11", "11, 11"},
      expect = ACCEPTABLE,
      desc = "the old value, then the new one")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class ReplaceAndGetOfSpilled {
    private final SessionCache<Object, Integer> cache = StressCache.spilled();

    @Actor
    public void actor1() {
      cache.put(new CollidingKey.Plain(1), 11);
    }

    @Actor
    public void actor2(II_Result r) {
      r.r1 = number(cache.get(new CollidingKey.Plain(1)));
      r.r2 = number(cache.get(new CollidingKey.Plain(1)));
    }
  }

  /// Nor while it is replaced twice.
  @JCStressTest
  @Outcome(id = "10, 11, 12, 12", expect = ACCEPTABLE, desc = "the first came first")
  @Outcome(
      id = {"12, 10, 11, 11", "12, 10, 12, 11"},
      expect = ACCEPTABLE,
      desc = "the second came first")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class TwoReplacements {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 1);

    @Actor
    public void actor1(IIII_Result r) {
      r.r1 = number(cache.put(1, 11));
    }

    @Actor
    public void actor2(IIII_Result r) {
      r.r2 = number(cache.put(1, 12));
      r.r3 = number(cache.get(1));
    }

    @Arbiter
    public void arbiter(IIII_Result r) {
      r.r4 = number(cache.get(1));
    }
  }

  /// The same, in a bin that has spilled.
  @JCStressTest
  @Outcome(id = "10, 11, 12, 12", expect = ACCEPTABLE, desc = "the first came first")
  @Outcome(
      id = {"12, 10, 11, 11", "12, 10, 12, 11"},
      expect = ACCEPTABLE,
      desc = "the second came first")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class TwoReplacementsOfSpilled {
    private final SessionCache<Object, Integer> cache = StressCache.spilled();

    @Actor
    public void actor1(IIII_Result r) {
      r.r1 = number(cache.put(new CollidingKey.Plain(1), 11));
    }

    @Actor
    public void actor2(IIII_Result r) {
      r.r2 = number(cache.put(new CollidingKey.Plain(1), 12));
      r.r3 = number(cache.get(new CollidingKey.Plain(1)));
    }

    @Arbiter
    public void arbiter(IIII_Result r) {
      r.r4 = number(cache.get(new CollidingKey.Plain(1)));
    }
  }

  /// Of two who put one key and then look for that of the other, one at least finds it.
  @JCStressTest
  @Outcome(
      id = {"20, 10", "0, 10", "20, 0"},
      expect = ACCEPTABLE,
      desc = "one put came first")
  @Outcome(expect = FORBIDDEN, desc = "anything else")
  @State
  public static class PutsAndGetsOfTwoKeys {
    private final SessionCache<Object, Integer> cache = StressCache.of(2, 0);

    @Actor
    public void actor1(II_Result r) {
      cache.put(1, 10);
      r.r1 = number(cache.get(2));
    }

    @Actor
    public void actor2(II_Result r) {
      cache.put(2, 20);
      r.r2 = number(cache.get(1));
    }
  }
}
