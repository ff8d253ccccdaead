package dev.millrace.bench.cache;

import java.util.concurrent.TimeUnit;
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
///
/// Keys are looked up by copies of those that are stored: a key that comes over the network is
/// never the very object in the cache.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CacheLoad {
  @Param("MILLRACE")
  Side side = Side.MILLRACE;

  /// The capacity of the cache.
  @Param("1000")
  int capacity;

  /// How many keys there are to choose from; 0 for a new one each time.
  @Param("0")
  int span;

  /// Whether entries expire, though none does in the time of a round.
  @Param("true")
  boolean expiry;

  private Contender cache = Side.CHM.open(0, false);
  private SessionId[] stored = {};
  private SessionId[] asked = {};

  /// The random numbers of one thread.
  @State(Scope.Thread)
  public static class Dice {
    private Xorshift random = new Xorshift(1);

    @Setup
    public void seed(ThreadParams thread) {
      random = new Xorshift(thread.getThreadIndex() + 2);
    }
  }

  /// Makes the keys, and fills the cache with as many of them as it takes; where there are none to
  /// choose from, with others.
  @Setup
  public void fill() {
    Xorshift random = new Xorshift(1);
    stored = Stream.generate(() -> SessionId.random(random)).limit(span).toArray(SessionId[]::new);
    asked = Stream.of(stored).map(SessionId::copy).toArray(SessionId[]::new);
    cache = side.open(capacity, expiry);
    Stream<SessionId> present =
        span == 0 ? Stream.generate(() -> SessionId.random(random)) : Stream.of(stored);
    present.limit(capacity).forEach(key -> cache.put(key, key));
  }

  /// Looks for one of the keys, and puts it if it is not there.
  @Benchmark
  public @Nullable Object lookup(Dice dice) {
    int chosen = dice.random.below(span);
    SessionId found = cache.get(asked[chosen]);
    if (found == null) {
      cache.put(stored[chosen], stored[chosen]);
    }
    return found;
  }

  /// Looks for a new key, and puts it, as it cannot be there.
  @Benchmark
  public @Nullable Object miss(Dice dice) {
    SessionId key = SessionId.random(dice.random);
    SessionId found = cache.get(key);
    if (found == null) {
      cache.put(key, key);
    }
    return found;
  }

  /// Puts a new key.
  @Benchmark
  public void put(Dice dice) {
    SessionId key = SessionId.random(dice.random);
    cache.put(key, key);
  }

  /// Takes one of the keys, as a ticket that is used once, and puts it again; one that another
  /// thread has taken just then is let go.
  @Benchmark
  public @Nullable Object churn(Dice dice) {
    int chosen = dice.random.below(span);
    SessionId taken = cache.take(asked[chosen]);
    if (taken != null) {
      cache.put(stored[chosen], stored[chosen]);
    }
    return taken;
  }
}
