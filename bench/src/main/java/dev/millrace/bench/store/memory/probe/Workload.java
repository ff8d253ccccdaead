package dev.millrace.bench.store.memory.probe;

import dev.millrace.bench.harness.Crew;
import dev.millrace.bench.store.Draws;
import dev.millrace.bench.store.Stamp;
import dev.millrace.bench.store.memory.side.Contender;
import dev.millrace.bench.store.memory.side.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/// Reads and puts of a full cache, by threads that do nothing else. A key that is not found is put
/// again, as by anyone who has a cache.
///
/// @param <K> the form of the keys, which are made beforehand
final class Workload<K> {
  /// Operations between two looks at the clock.
  private static final int BATCH = 256;

  /// Entries are put in an order that has nothing to do with how often they are asked for, or those
  /// asked for most would lie side by side.
  private static final long STRIDE = 1_000_000_007;

  private static final double NANOS_PER_MICRO = 1e3;

  private final Contender<K> cache;
  private final Shape shape;
  private final K[] keys;
  private final Draws draws;
  private final Map<Integer, Team> teams = new HashMap<>();

  private Workload(Contender<K> cache, Shape shape) {
    this.cache = cache;
    this.shape = shape;
    this.draws = new Draws(shape.entries());
    this.keys = cache.keys(shape.entries());
    for (int number = 0; number < keys.length; number++) {
      keys[number] = cache.key(number);
    }
  }

  /// Fills the cache.
  static <K> Workload<K> of(Contender<K> cache, Shape shape) {
    fill(cache, shape);
    return new Workload<>(cache, shape);
  }

  /// Puts every entry once, under keys that nobody else refers to.
  static <K> void fill(Contender<K> cache, Shape shape) {
    byte[] value = new byte[shape.value()];
    for (int i = 0; i < shape.entries(); i++) {
      int number = (int) (i * STRIDE % shape.entries());
      Stamp.write(value, number);
      cache.put(cache.key(number), value);
    }
  }

  /// One round.
  Throughput run(int threads, long millis) throws IOException, InterruptedException {
    return teams.computeIfAbsent(threads, Team::new).run(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private final class Team {
    private final Crew crew;
    private final List<Callable<Tally>> members = new ArrayList<>();
    private long nanos;

    Team(int threads) {
      crew = new Crew(threads);
      for (int i = 0; i < threads; i++) {
        Member member = new Member(Draws.start(i, threads));
        members.add(() -> member.run(nanos));
      }
    }

    Throughput run(long nanos) throws IOException, InterruptedException {
      this.nanos = nanos;
      List<Tally> tallies = crew.run(members);
      double rate = tallies.stream().mapToDouble(Tally::rate).sum();
      long operations = tallies.stream().mapToLong(Tally::operations).sum();
      long misses = tallies.stream().mapToLong(Tally::misses).sum();
      return new Throughput(rate * NANOS_PER_MICRO, (double) misses / operations);
    }
  }

  /// What one thread did.
  private record Tally(long operations, long misses, long nanos) {
    double rate() {
      return (double) operations / nanos;
    }
  }

  private final class Member {
    private final byte[] value = new byte[shape.value()];
    private final byte[] room = new byte[shape.value()];
    private int point;
    private long misses;

    Member(int start) {
      point = start;
    }

    Tally run(long nanos) {
      misses = 0;
      long operations = 0;
      long start = System.nanoTime();
      long passed;
      do {
        for (int i = 0; i < BATCH; i++) {
          work(draws.at(point++));
        }
        operations += BATCH;
        passed = System.nanoTime() - start;
      } while (passed < nanos);
      return new Tally(operations, misses, passed);
    }

    private void work(int draw) {
      if (draw < 0) {
        put(~draw);
        return;
      }
      long found = cache.read(keys[draw], room);
      if (found == Stamp.MISS) {
        misses++;
        put(draw);
      } else if (found != draw) {
        throw new IllegalStateException("under key %d was value %d".formatted(draw, found));
      }
    }

    private void put(int number) {
      Stamp.write(value, number);
      cache.put(keys[number], value);
    }
  }
}
