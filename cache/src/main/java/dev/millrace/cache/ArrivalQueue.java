package dev.millrace.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Entries in the order in which they came, with removal from anywhere.
///
/// Places are numbered from 0 on. A put takes the next place, then fills it; a poll takes the place
/// at the head, and what is in it. If that is nothing yet, the poll closes the place, and the put
/// has to take another one: nobody waits for a put that has lost its processor.
///
/// Places are kept in a list of [Segment]s. An entry that is removed leaves a hole. A segment that
/// is nothing but holes is cut out of the list by whoever made the last one, so that holes take
/// memory in proportion to the entries that are left between them, and no poll has to walk through
/// many. Cutting works as in the segments of Koval, Khalanskiy and Alistarh: the nearest neighbours
/// that are not removed are linked to each other, and if one of them was removed meanwhile, once
/// more. The last segment stays until another one follows it.
///
/// The head's place may be ahead of the first segment and the tail's ahead of the last: who comes
/// there brings them up. `first` is read before the head's place, so it is never too far.
final class ArrivalQueue<K, V> {
  /// Where the next poll and the next put find their places: side by side, for a put into a full
  /// cache needs both, and away from all else.
  private static final int HEAD = 8;

  private static final int TAIL = 9;
  private static final VarHandle FIRST;
  private static final VarHandle LAST;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      FIRST = lookup.findVarHandle(ArrivalQueue.class, "first", Segment.class);
      LAST = lookup.findVarHandle(ArrivalQueue.class, "last", Segment.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final AtomicLongArray places = new AtomicLongArray(24);
  private volatile Segment<K, V> first = new Segment<>(0, null);
  private volatile Segment<K, V> last = first;

  /// Takes the next place, for [#fill].
  long reserve() {
    return places.getAndIncrement(TAIL);
  }

  /// Puts an entry, which is in no queue yet, in a reserved place; or in the next one, if the head
  /// came by first.
  void fill(long place, Entry<K, V> entry) {
    long at = place;
    while (true) {
      Segment<K, V> segment = segmentOf(at);
      if (segment != null && segment.fill(Segment.slotOf(at), entry)) {
        return;
      }
      at = reserve();
    }
  }

  /// Leaves a reserved place empty.
  void abandon(long place) {
    Segment<K, V> segment = segmentOf(place);
    if (segment != null && segment.vacate(Segment.slotOf(place), null)) {
      unlink(segment);
    }
  }

  /// The segment of a place that was reserved and is empty, or null if the head came by.
  private @Nullable Segment<K, V> segmentOf(long place) {
    long number = Segment.numberOf(place);
    Segment<K, V> segment = last;
    while (segment.number < number) {
      Segment<K, V> next = following(segment);
      LAST.compareAndSet(this, segment, next);
      segment = next;
    }
    while (segment != null && segment.number > number) {
      segment = segment.previous();
    }
    return segment != null && segment.number == number ? segment : null;
  }

  boolean isEmpty() {
    return places.get(HEAD) >= places.get(TAIL);
  }

  /// Takes the place at the head.
  ///
  /// @return the entry that was there; null if the place is empty, or if there is none
  @Nullable Entry<K, V> poll() {
    while (true) {
      Segment<K, V> segment = first;
      long place = places.get(HEAD);
      if (place >= places.get(TAIL)) {
        return null;
      }
      if (reach(segment, place) && places.compareAndSet(HEAD, place, place + 1)) {
        return occupant(segment, Segment.slotOf(place));
      }
    }
  }

  /// The entry that the head has come upon, or null if there is none; then none will come.
  private static <K, V> @Nullable Entry<K, V> occupant(Segment<K, V> segment, int slot) {
    Entry<K, V> entry = segment.at(slot);
    if (entry == null && !segment.close(slot)) {
      entry = segment.at(slot);
    }
    return entry == null || Segment.isHole(entry) ? null : entry;
  }

  /// The oldest entry, or null if there is none or it is being added.
  @Nullable Entry<K, V> peek() {
    while (true) {
      Segment<K, V> segment = first;
      long place = places.get(HEAD);
      if (place >= places.get(TAIL)) {
        return null;
      }
      if (!reach(segment, place)) {
        continue;
      }
      Entry<K, V> entry = segment.at(Segment.slotOf(place));
      if (entry == null || !Segment.isHole(entry)) {
        return entry;
      }
      places.compareAndSet(HEAD, place, place + 1);
    }
  }

  /// Whether the segment has the head's place; if not, brings the two nearer to each other.
  private boolean reach(Segment<K, V> segment, long head) {
    long number = Segment.numberOf(head);
    if (segment.number == number && !segment.isRemoved()) {
      return true;
    }
    if (segment.number > number) {
      places.compareAndSet(HEAD, head, segment.number * Segment.SIZE);
      return false;
    }
    Segment<K, V> next = following(segment);
    if (segment.number == number || next.number > number) {
      places.compareAndSet(HEAD, head, next.number * Segment.SIZE);
    }
    if (FIRST.compareAndSet(this, segment, next)) {
      next.becomeFirst();
      segment.leaveBehind();
    }
    return false;
  }

  /// The segment after another one, or the first if the head has left that one behind; null if it
  /// is the last.
  private @Nullable Segment<K, V> after(Segment<K, V> segment) {
    Segment<K, V> next = segment.next();
    return next == segment ? first : next;
  }

  /// The segment after another one, which is made if need be.
  private Segment<K, V> following(Segment<K, V> segment) {
    Segment<K, V> next = after(segment);
    if (next != null) {
      return next;
    }
    Segment<K, V> appended = new Segment<>(segment.number + 1, segment);
    if (!segment.append(appended)) {
      return following(segment);
    }
    if (segment.isRemoved()) {
      unlink(segment);
    }
    return appended;
  }

  /// Removes an entry, wherever it is; does nothing if it is no longer there.
  void remove(Entry<K, V> entry) {
    Segment<K, V> segment = entry.segment();
    if (segment != null && segment.vacate(entry.slot(), entry)) {
      unlink(segment);
    }
  }

  /// Calls back for the entries that were there when the call began and still are, oldest first.
  void forEach(Consumer<Entry<K, V>> action) {
    long end = last.number;
    for (Segment<K, V> segment = first;
        segment != null && segment.number <= end;
        segment = after(segment)) {
      for (int place = 0; place < Segment.SIZE; place++) {
        Entry<K, V> entry = segment.at(Segment.slotOf(place));
        if (entry != null && !Segment.isHole(entry)) {
          action.accept(entry);
        }
      }
    }
  }

  /// Cuts a segment out that is nothing but holes.
  private void unlink(Segment<K, V> removed) {
    Segment<K, V> next = after(removed);
    if (next == null) {
      return;
    }
    while (true) {
      Segment<K, V> left = removed.previous();
      while (left != null && left.isRemoved()) {
        left = left.previous();
      }
      Segment<K, V> right = next;
      for (Segment<K, V> beyond; right.isRemoved() && (beyond = after(right)) != null; ) {
        right = beyond;
      }
      right.replacePrevious(left);
      if (left != null) {
        left.setNext(right);
      }
      if (!right.isRemoved() && (left == null || !left.isRemoved())) {
        break;
      }
    }
    for (Segment<K, V> head = first; head.isRemoved(); head = first) {
      reach(head, places.get(HEAD));
    }
  }
}
