package dev.millrace.store.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The segments of one queue, the oldest first, and which of them are open: for each group of
/// lifetimes one for entries that are put, and one for those that move.
///
/// Only [#append] may be called without the lock of [Segments].
final class SegmentQueue implements Iterable<Segment> {
  private final Queue name;
  private final Deque<Segment> segments = new ArrayDeque<>();
  private final AtomicReferenceArray<@Nullable Segment> forPut =
      new AtomicReferenceArray<>(Expiry.GROUPS);
  private final AtomicReferenceArray<@Nullable Segment> forMoved =
      new AtomicReferenceArray<>(Expiry.GROUPS);

  /// Where an entry comes from.
  enum Origin {
    PUT,
    MOVED
  }

  SegmentQueue(Queue name) {
    this.name = name;
  }

  private AtomicReferenceArray<@Nullable Segment> open(Origin origin) {
    return switch (origin) {
      case PUT -> forPut;
      case MOVED -> forMoved;
    };
  }

  /// How many segments there are.
  int size() {
    return segments.size();
  }

  boolean isEmpty() {
    return segments.isEmpty();
  }

  @Override
  public Iterator<Segment> iterator() {
    return segments.iterator();
  }

  /// Takes the next `bytes` bytes of the open segment of a group; see [Segment#append].
  ///
  /// @return the location, or [Segments#NO_ROOM] if none is open or it has no room
  long append(Origin origin, int group, int bytes, long expiry, long now, Slab slab) {
    Segment segment = open(origin).get(group);
    if (segment == null || segment.isOld(now)) {
      return Segments.NO_ROOM;
    }
    int offset = segment.append(name, group, bytes, expiry);
    return offset == Segment.FULL ? Segments.NO_ROOM : slab.location(segment.number(), offset);
  }

  /// Opens a free segment for a group.
  ///
  /// @return the one that was open, now sealed
  @Nullable Segment open(Segment next, Origin origin, int group, long now) {
    next.open(name, group, now);
    segments.add(next);
    Segment full = open(origin).getAndSet(group, next);
    if (full != null) {
      full.seal();
    }
    return full;
  }

  /// Seals a segment.
  ///
  /// @return whether it was open
  boolean close(Segment segment) {
    boolean wasOpen =
        forPut.compareAndSet(segment.group(), segment, null)
            || forMoved.compareAndSet(segment.group(), segment, null);
    if (wasOpen) {
      segment.seal();
    }
    return wasOpen;
  }

  /// An open segment all of whose entries have expired, or null.
  @Nullable Segment openAndExpired(long now) {
    for (int group = Expiry.NEVER + 1; group < Expiry.GROUPS; group++) {
      for (AtomicReferenceArray<@Nullable Segment> open : List.of(forPut, forMoved)) {
        Segment segment = open.get(group);
        if (segment != null && segment.lastExpiry() <= now) {
          return segment;
        }
      }
    }
    return null;
  }

  /// Removes a segment wherever it is.
  void remove(Segment segment) {
    segments.remove(segment);
  }
}
