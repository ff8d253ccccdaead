package dev.millrace.store.memory;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// A run of memory that entries are appended to, and that is freed as a whole.
///
/// It is free, or open to writers, or sealed: [Segments] says when. Any number of threads append at
/// the same time: each counts itself as a writer, then moves the end by the length of its entry,
/// and what lies between is its own. A segment is sealed by turning the end negative, which no
/// append passes. Who then finds no writers finds whole entries, one behind the other, up to the
/// end.
final class Segment {
  /// What [#append] returns where there is no room.
  static final int FULL = -1;

  private final int number;
  private final int size;
  private final AtomicInteger end = new AtomicInteger(~0);
  private final AtomicInteger writers = new AtomicInteger();
  private final AtomicLong lastExpiry = new AtomicLong();
  private final AtomicInteger dead = new AtomicInteger();

  // Set while nobody else knows the segment, and read by who found it open, or in the index.
  private Queue queue = Queue.SMALL;
  private int group;
  private long opened;

  /// What [#lastExpiry] was when it was sealed: an append that fails may still raise that.
  private long sealedExpiry;

  Segment(int number, int size) {
    this.number = number;
    this.size = size;
  }

  /// Its number, from 1.
  int number() {
    return number;
  }

  Queue queue() {
    return queue;
  }

  int group() {
    return group;
  }

  /// Opens a segment that is free.
  ///
  /// @param now in nanoseconds
  void open(Queue queue, int group, long now) {
    this.queue = queue;
    this.group = group;
    // A multiple of the tick: what is copied from one segment of a group to another ends when it
    // did.
    this.opened = now - Math.floorMod(now, Expiry.tick(group));
    lastExpiry.set(now);
    end.set(0);
  }

  /// Takes the next `bytes` bytes for an entry, and counts the caller as a writer until [#written].
  ///
  /// @param queue the queue that the entry is for: by the time of the call, the segment may have
  ///   been freed and opened for another
  /// @param expiry the instant at which the entry ends, if it does
  /// @return where they begin, or [#FULL]
  int append(Queue queue, int group, int bytes, long expiry) {
    // While it is counted, the segment can be sealed but not freed; so once it is seen open, it is
    // the one that `queue` and `group` are of.
    writers.incrementAndGet();
    int from = end.get();
    if (from >= 0 && this.queue == queue && this.group == group) {
      if (group != Expiry.NEVER) {
        // Before the end moves: who seals the segment knows the expiry of all that is in it.
        lastExpiry.accumulateAndGet(expiry, Math::max);
      }
      while (from >= 0 && from <= size - bytes) {
        if (end.compareAndSet(from, from + bytes)) {
          return from;
        }
        from = end.get();
      }
    }
    writers.decrementAndGet();
    return FULL;
  }

  /// Says that a writer is done.
  void written() {
    writers.decrementAndGet();
  }

  /// Lets nobody append any more.
  void seal() {
    end.getAndUpdate(end -> end < 0 ? end : ~end);
    sealedExpiry = lastExpiry.get();
  }

  boolean isSealed() {
    return end.get() < 0;
  }

  /// Whether a sealed segment is still written to.
  boolean hasWriters() {
    return writers.get() != 0;
  }

  /// The bytes in a sealed segment.
  int length() {
    return ~end.get();
  }

  /// Says that an entry of that many bytes was replaced or removed, or never came to be.
  void lose(int bytes) {
    dead.addAndGet(bytes);
  }

  /// Whether it is sealed, and has lost so much that emptying it may be worth it.
  boolean isHollow() {
    return isSealed() && dead.get() >= size / 8;
  }

  /// What emptying it frees, for as long as that will last, by the bytes to be read and written for
  /// it.
  double worth(long now) {
    double lost = dead.get();
    return lost * (now - opened) / (2.0 * size - lost);
  }

  /// Says that nothing lives in it any more.
  void emptied() {
    dead.set(0);
  }

  /// Whether it has been open for as long as its group lets it.
  boolean isOld(long now) {
    return group != Expiry.NEVER && now - opened > Expiry.openFor(group);
  }

  /// When the last of the entries ends that an open segment has now.
  long lastExpiry() {
    return lastExpiry.get();
  }

  /// When the last entry of a sealed segment ends.
  long sealedExpiry() {
    return sealedExpiry;
  }

  /// The ticks from its opening to an instant, at most as many as an entry can tell.
  int ticksTo(long instant) {
    long ticks = (instant - opened) / Expiry.tick(group);
    return Math.clamp(ticks, 0, EntryFormat.LONGEST_EXPIRY);
  }

  /// The instant that is so many ticks after its opening.
  long instantOf(int ticks) {
    return opened + ticks * Expiry.tick(group);
  }
}
