package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.ObjectName;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

// Purpose. A purged slice must not be found again, and nobody can list the slices of an object: the
// store knows hashes, and a key may have had any number of versions. So a slice's name says which
// purge of its object was the latest when it was asked for, its generation, and a purge gives all
// slices of what it covers other names. What has the old ones is never asked for, and ages out.
//
// Cost. Where nothing was purged, a lookup finds two empty collections. After that it costs one
// look into a map, and a comparison for each of the prefixes, of which there are a few hundred at
// most.
//
// Numbers. A generation is the time of its purge in milliseconds, or one more than any this node
// has heard of, if that is more. All nodes of a fleet that hear of a purge give it the same number,
// and one that has heard of a later one a larger; so a node that asks another for a slice says the
// generation that it wants, and the other takes the larger of the two (SlicesSince). A number that
// is asked for counts as heard of: what is purged after it gets another.
//
// Bounds. Purges of what a later one covers are dropped. So are those that are older than any slice
// can be: slices have a lifetime for no other reason (StoredSlices.LIFETIME). That a purge is so
// old must be the word of both clocks: the one that tells the time, by which slices on an SSD
// expire, may be set, and the other, by which those in memory do, counts from the start. If there
// are too many all the same, everything is purged, which is one entry.

/// Which purge of an object was the latest.
///
/// Safe for use by any number of threads.
final class Generations {
  private static final System.Logger LOG = System.getLogger(Generations.class.getName());

  static final int MOST_OBJECTS = 65_536;
  static final int MOST_PREFIXES = 256;

  /// How much longer than a slice a purge is kept: for one that was just being stored.
  private static final Duration MARGIN = Duration.ofDays(1);

  /// One purge.
  ///
  /// @param at the time that the clock told, in milliseconds
  record Entry(Purge purge, long generation, long at) {}

  /// @param since by the clock that is never set, in nanoseconds
  private record Kept(Entry entry, long since) {}

  private final @Nullable PurgeLog log;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final long keptMillis;
  private final AtomicLong latest = new AtomicLong();
  private final ConcurrentHashMap<ObjectName, Kept> objects = new ConcurrentHashMap<>();
  private volatile List<Kept> others = List.of();

  private Generations(
      @Nullable PurgeLog log, Duration lifetime, InstantSource clock, LongSupplier nanoTime) {
    this.log = log;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.keptMillis = lifetime.plus(MARGIN).toMillis();
  }

  /// Those of slices that do not outlive this process.
  static Generations inMemory(Duration lifetime) {
    return new Generations(null, lifetime, InstantSource.system(), System::nanoTime);
  }

  /// Those of slices that do.
  ///
  /// @param lifetime of slices, at most
  /// @throws IOException if what was purged before cannot be read
  static Generations of(PurgeLog log, Duration lifetime, InstantSource clock, LongSupplier nanoTime)
      throws IOException {
    Generations generations = new Generations(log, lifetime, clock, nanoTime);
    if (log.exists()) {
      generations.recall(log.read());
    }
    log.deleteOthersFrom(clock.instant().minusMillis(generations.keptMillis));
    return generations;
  }

  private synchronized void recall(PurgeLog.Contents contents) throws IOException {
    long now = clock.millis();
    contents.entries().stream().filter(entry -> now - entry.at() <= keptMillis).forEach(this::keep);
    if (contents.isDamaged()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "what was purged before cannot be read; so nothing that was fetched before is served");
      keep(new Entry(new Purge.OfEverything(), next(now), now));
    }
    replaceLog();
  }

  /// The latest purge of an object, or 0 if there is none that could matter.
  long of(ObjectName object) {
    Kept own = objects.isEmpty() ? null : objects.get(object);
    long generation = own == null ? 0 : own.entry.generation;
    for (Kept other : others) {
      if (other.entry.generation > generation && other.entry.purge.covers(object)) {
        generation = other.entry.generation;
      }
    }
    return generation;
  }

  /// Takes note of a number that another node has given to a purge.
  void hear(long generation) {
    if (generation > latest.get()) {
      latest.accumulateAndGet(generation, Math::max);
    }
  }

  /// Begins a generation here and now.
  Generation begin(Purge purge) {
    return begin(purge, clock.millis());
  }

  /// Begins a generation that another node has begun.
  ///
  /// @param number there; it has a larger one here if it would not be the latest
  synchronized Generation begin(Purge purge, long number) {
    Entry entry = new Entry(purge, next(number), clock.millis());
    keep(entry);
    boolean isTooMuch = objects.size() > MOST_OBJECTS || others.size() > MOST_PREFIXES;
    if (isTooMuch) {
      shrink(entry);
    }
    try {
      if (log != null && log.takesMore() && !isTooMuch) {
        log.append(entry);
      } else {
        replaceLog();
      }
      return new Generation(entry.generation, null);
    } catch (IOException e) {
      return new Generation(entry.generation, e);
    }
  }

  private long next(long atLeast) {
    return latest.updateAndGet(before -> Math.max(atLeast, before + 1));
  }

  private void keep(Entry entry) {
    hear(entry.generation);
    Kept kept = new Kept(entry, nanoTime.getAsLong());
    if (entry.purge instanceof Purge.OfObject(ObjectName object)) {
      objects.put(object, kept);
      return;
    }
    List<Kept> after = new ArrayList<>(others);
    after.removeIf(other -> isWithin(other.entry.purge, entry.purge));
    after.add(kept);
    others = List.copyOf(after);
    // Not before: there is no instant at which neither of the two is found.
    objects.keySet().removeIf(entry.purge::covers);
  }

  private static boolean isWithin(Purge inner, Purge outer) {
    return switch (inner) {
      case Purge.OfObject(ObjectName object) -> outer.covers(object);
      case Purge.OfPrefix(String bucket, String prefix) ->
          outer.covers(new ObjectName(bucket, prefix));
      case Purge.OfEverything _ -> outer instanceof Purge.OfEverything;
    };
  }

  private void shrink(Entry newest) {
    long now = newest.at;
    long nanos = nanoTime.getAsLong();
    objects.values().removeIf(kept -> isPast(kept, now, nanos));
    others = others.stream().filter(kept -> !isPast(kept, now, nanos)).toList();
    if (objects.size() > MOST_OBJECTS || others.size() > MOST_PREFIXES) {
      LOG.log(
          System.Logger.Level.WARNING,
          "there were too many purges to remember each; everything is purged");
      keep(new Entry(new Purge.OfEverything(), newest.generation, now));
    }
  }

  private boolean isPast(Kept kept, long now, long nanos) {
    return now - kept.entry.at > keptMillis
        && nanos - kept.since > Duration.ofMillis(keptMillis).toNanos();
  }

  private void replaceLog() throws IOException {
    if (log != null) {
      // In the order in which they were made, as one takes the place of those before it.
      log.replace(
          Stream.concat(objects.values().stream(), others.stream())
              .map(Kept::entry)
              .sorted(Comparator.comparingLong(Entry::generation))
              .toList());
    }
  }
}
