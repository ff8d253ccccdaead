package dev.millrace.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// [#SIZE] consecutive places of an [ArrivalQueue], which says how they are used.
///
/// A slot goes from null to its entry, and from there to a hole if the entry is removed; or from
/// null to a hole at once, if the head of the queue comes by first.
final class Segment<K, V> {
  static final int SIZE = 128;

  /// Neighbours in the queue are this many slots apart, which is more than a cache line: the
  /// threads that put them do not write to one line.
  private static final int SPREAD = 17;

  private static final Entry<?, ?> HOLE = Entry.marker("hole", null);
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Entry[].class);
  private static final VarHandle NEXT;
  private static final VarHandle PREVIOUS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NEXT = lookup.findVarHandle(Segment.class, "next", Segment.class);
      PREVIOUS = lookup.findVarHandle(Segment.class, "previous", Segment.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// The number of the first place, divided by [#SIZE].
  final long number;

  @SuppressWarnings("unchecked") // only entries of K and V come in, and holes have neither
  private final Entry<K, V>[] slots = (Entry<K, V>[]) new Entry<?, ?>[SIZE];

  /// Whether all slots are holes, which they stay.
  private volatile boolean vacated;

  private volatile @Nullable Segment<K, V> next;
  private volatile @Nullable Segment<K, V> previous;

  Segment(long number, @Nullable Segment<K, V> previous) {
    this.number = number;
    PREVIOUS.set(this, previous);
  }

  static long numberOf(long place) {
    return place / SIZE;
  }

  static int slotOf(long place) {
    return (int) place * SPREAD & (SIZE - 1);
  }

  /// Puts an entry into an empty slot.
  ///
  /// @return false if the head came by first
  boolean fill(int slot, Entry<K, V> entry) {
    entry.setPlace(this, slot);
    return SLOT.compareAndSet(slots, slot, null, entry);
  }

  /// Makes a hole of a slot that is empty still.
  boolean close(int slot) {
    return SLOT.compareAndSet(slots, slot, null, HOLE);
  }

  @SuppressWarnings("unchecked") // see slots
  @Nullable Entry<K, V> at(int slot) {
    return (Entry<K, V>) SLOT.getAcquire(slots, slot);
  }

  static boolean isHole(Entry<?, ?> entry) {
    return entry == HOLE;
  }

  /// Makes a hole of a slot that has an entry, or none yet.
  ///
  /// @return whether the whole segment is holes now
  boolean vacate(int slot, @Nullable Entry<K, V> entry) {
    if (!SLOT.compareAndSet(slots, slot, entry, HOLE) || !isVacated(slot)) {
      return false;
    }
    vacated = true;
    return true;
  }

  /// Whether all slots are holes; looks at the neighbours of the given one first, as they share its
  /// cache line, and hardly ever further. To count the holes would be quicker with one thread.
  private boolean isVacated(int slot) {
    for (int distance = 1; distance < SIZE; distance++) {
      if (SLOT.getVolatile(slots, slot ^ distance) != HOLE) {
        return false;
      }
    }
    return true;
  }

  /// Whether there is nothing to find here but the way to the next segment.
  boolean isRemoved() {
    return vacated && next != null;
  }

  @Nullable Segment<K, V> next() {
    return next;
  }

  void setNext(Segment<K, V> next) {
    this.next = next;
  }

  boolean append(Segment<K, V> last) {
    return NEXT.compareAndSet(this, null, last);
  }

  @Nullable Segment<K, V> previous() {
    return previous;
  }

  /// The first segment of the queue has nothing before it, whatever others say.
  void becomeFirst() {
    previous = null;
  }

  /// Lets go of what follows, and leads to itself instead, as the head of the queue has passed. A
  /// dead segment in the old generation would keep the next one alive, that one the next, and so
  /// on, until the collector marks the whole heap.
  void leaveBehind() {
    next = this;
  }

  void replacePrevious(@Nullable Segment<K, V> nearest) {
    while (true) {
      Segment<K, V> now = previous;
      if (now == null || PREVIOUS.compareAndSet(this, now, nearest)) {
        return;
      }
    }
  }
}
