package dev.millrace.bench.cache;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/// What JMH measures: the calls that threads make of one cache.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CacheLoad {
  @Param("MILLRACE")
  Side side = Side.MILLRACE;

  /// The capacity of the cache.
  @Param("1000")
  int capacity;

  /// What kind of keys.
  @Param("SESSION_ID")
  Keys keys = Keys.SESSION_ID;

  /// How many keys there are to choose from; 0 for a new one each time.
  @Param("0")
  int span;

  /// Whether entries expire, though none does in the time of a round.
  @Param("true")
  boolean expiry;

  private Contender cache = Side.CHM.open(0, false);
  private Object[] stored = {};
  private Object[] asked = {};

  /// The random numbers and the new keys of one thread.
  @State(Scope.Thread)
  public static class Dice {
    private static final int KEYS = 1 << 26;

    private Xorshift random = new Xorshift(1);
    private int next;

    @Setup
    public void seed(ThreadParams thread) {
      random = new Xorshift(thread.getThreadIndex() + 2);
      next = (thread.getThreadIndex() + 1) * KEYS;
    }
  }

  /// Makes the keys, and fills the cache with as many of them as it takes; where there are none to
  /// choose from, with others.
  @Setup
  public void fill() {
    stored = numbered(span);
    asked = numbered(span);
    cache = side.open(capacity, expiry);
    Stream.of(span == 0 ? numbered(capacity) : stored)
        .limit(capacity)
        .forEach(key -> cache.put(key, key));
  }

  private Object[] numbered(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(keys::of).toArray();
  }

  /// Looks for one of the keys, and puts it if it is not there.
  @Benchmark
  public @Nullable Object lookup(Dice dice) {
    int chosen = dice.random.below(span);
    Object found = cache.get(asked[chosen]);
    if (found == null) {
      cache.put(stored[chosen], stored[chosen]);
    }
    return found;
  }

  /// Looks for a new key, and puts it, as it cannot be there.
  @Benchmark
  public @Nullable Object miss(Dice dice) {
    Object key = keys.of(dice.next++);
    Object found = cache.get(key);
    if (found == null) {
      cache.put(key, key);
    }
    return found;
  }

  /// Puts a new key.
  @Benchmark
  public void put(Dice dice) {
    Object key = keys.of(dice.next++);
    cache.put(key, key);
  }

  /// Takes one of the keys, as a ticket that is used once, and puts it again; one that another
  /// thread has taken just then is let go.
  @Benchmark
  public @Nullable Object churn(Dice dice) {
    int chosen = dice.random.below(span);
    Object taken = cache.take(asked[chosen]);
    if (taken != null) {
      cache.put(stored[chosen], stored[chosen]);
    }
    return taken;
  }
}
