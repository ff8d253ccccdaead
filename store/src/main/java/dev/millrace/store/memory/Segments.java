package dev.millrace.store.memory;

import com.dynatrace.hash4j.hashing.ByteAccess;
import com.dynatrace.hash4j.hashing.Hasher64;
import dev.millrace.store.index.HashIndex;
import dev.millrace.store.index.PageSource;
import dev.millrace.store.memory.SegmentQueue.Origin;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

// Purpose. Says where the next entry goes, and which entries make room for it.
//
// Structure. Memory is segments, each of which is free, or belongs to the index for good, or holds
// entries of one queue and one group of lifetimes, and either such as were put or such as moved:
// what has moved lives long, what was put is soon put again, and where the two are apart, whole
// segments die (Rosenblum, Ousterhout, "The design and implementation of a log-structured file
// system", TOCS 1992). For each kind one segment is open and appended to; when it is full, it is
// sealed and the next one opened. So writing is copying to the end of something, and freeing is the
// end of a whole segment: no memory is lost to fragments, and no entry is freed by itself.
//
// What is evicted. S3-FIFO (Yang, Zhang, Qiu, Yue, Rashmi, "FIFO queues are all you need for cache
// eviction", SOSP 2023), with segments in its queues where the paper has entries:
//
//   - New entries are appended to the small queue; those whose key was evicted lately (a ghost),
//     or that replace another, to the main queue.
//   - If the small queue has more than a twentieth of the segments, its oldest goes: what was
//     found since it came moves to the end of the main queue, the rest is forgotten but for its
//     ghost.
//   - Else the oldest of the main queue goes: what was found since it came there moves to the end
//     again, with one off its count (3 at most); the rest is forgotten.
//
// An entry moves by being copied, so of a segment of the main queue at most seven eighths are kept:
// however popular all of them are, one segment in eight comes free. Replayed traces chose this
// among its kin (docs/benchmarks/store.md).
//
// What is dead goes first. Sealed segments are ordered by the end of their last entry; whenever a
// segment is wanted, all those whose end has come are freed before any living entry is evicted. And
// where a segment has lost an eighth of its bytes, to entries that were replaced or removed, it is
// emptied before others, and all that lives in it moves to the end of its queue: the one that frees
// most for longest, by the age of what lives in it, at the least cost (Rosenblum and Ousterhout's
// policy, too). It is looked for among 64 taken at random, which finds nearly as good a one as to
// look at all (Van Houdt, "A mean field model for a class of garbage collection algorithms in
// flash-based solid state drives", SIGMETRICS 2013).
//
// Concurrency. One lock for all this; who appends takes it only when a segment is full. Freeing
// takes each entry out of the index under the index's lock for it, so whoever holds that lock may
// read what the index leads to. A segment with writers is passed over; one that is being read is
// freed when its last reader has left (Pins). One free segment is kept back to move entries to; if
// a reader's segment has used it up, they are forgotten instead.
//
// What was asked for is offered to the tier below when it is evicted: all that leaves the main
// queue, and what finds no room there. What leaves the small queue unasked-for is not: most of it
// is asked for once and never again, and would only wear the device out.
//
// Cost. Of each byte put, less than one was copied again in all traces.

/// All segments of a tier, and what becomes of each.
final class Segments {
  /// What [#append] returns where there is no room.
  static final long NO_ROOM = 0;

  private static final int RESERVE = 1;
  private static final int SAMPLE = 64;
  private static final ByteAccess<MemorySegment> BYTES =
      ByteAccess.forMemorySegment(MemorySegment.class);

  /// What becomes of the living entries of a segment that is emptied.
  private enum Fate {
    /// Those that were asked for move to the main queue, the others are evicted.
    COMPETE,

    /// All stay in their queue.
    STAY
  }

  private final Slab slab;
  private final MemorySegment memory;
  private final Hasher64 hasher;
  private final HashIndex index;
  private final Below below;
  private final int segmentSize;
  private final Segment[] all;
  private final SegmentQueue small = new SegmentQueue(Queue.SMALL);
  private final SegmentQueue main = new SegmentQueue(Queue.MAIN);
  private final LongAdder evicted = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private final LongAdder bytesMoved = new LongAdder();

  // Guarded by the lock.
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Segment> free = new ArrayDeque<>();
  private final List<Segment> beingRead = new ArrayList<>();
  private final TreeSet<Segment> expiring =
      new TreeSet<>(
          Comparator.comparingLong(Segment::sealedExpiry).thenComparingInt(Segment::number));
  private long nextPage;
  private long endOfPages;

  Segments(MemoryConfig config, Slab slab, Hasher64 hasher, Below below) {
    this.below = below;
    this.slab = slab;
    this.memory = slab.memory();
    this.hasher = hasher;
    this.segmentSize = config.segmentSize();
    this.all = new Segment[config.segments() + 1];
    for (int number = 1; number < all.length; number++) {
      all[number] = new Segment(number, segmentSize);
      free.add(all[number]);
    }
    this.nextPage = slab.firstPage();
    this.endOfPages = slab.overhead();
    this.index = new HashIndex(memory, () -> page(config.clock().getAsLong()), config.capacity());
  }

  HashIndex index() {
    return index;
  }

  Segment at(long location) {
    return all[slab.segmentOf(location)];
  }

  /// Takes the next `bytes` bytes of a queue and a group of lifetimes, of which the caller is a
  /// writer until it calls [Segment#written].
  ///
  /// @param expiry the instant at which the entry ends, if it does
  /// @return where they begin, or [#NO_ROOM]
  long append(Queue queue, int group, int bytes, long expiry, long now) {
    SegmentQueue to = of(queue);
    long location = to.append(Origin.PUT, group, bytes, expiry, now, slab);
    if (location != NO_ROOM) {
      return location;
    }
    lock.lock();
    try {
      location = to.append(Origin.PUT, group, bytes, expiry, now, slab);
      while (location == NO_ROOM && makeRoom(now) && openNext(to, Origin.PUT, group, now)) {
        location = to.append(Origin.PUT, group, bytes, expiry, now, slab);
      }
      return location;
    } finally {
      lock.unlock();
    }
  }

  /// What is held now, and what became of what was.
  MemoryStats stats() {
    lock.lock();
    try {
      long inUse = slab.overhead() + (all.length - 1L - free.size()) * segmentSize;
      return new MemoryStats(
          index.size(), inUse, beingRead.size(), evicted.sum(), expired.sum(), bytesMoved.sum());
    } finally {
      lock.unlock();
    }
  }

  /// Gives all memory back to the system but what is being read or written; that is given back when
  /// the collector finds that nothing refers to it.
  void discard() {
    lock.lock();
    try {
      slab.discardIndex();
      for (int number = 1; number < all.length; number++) {
        Segment segment = all[number];
        segment.seal();
        slab.renew(number);
        if (!segment.hasWriters() && !slab.pins().isPinned(number)) {
          slab.discard(number);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /// Another page for the index, which keeps it.
  private long page(long now) {
    lock.lock();
    try {
      if (endOfPages - nextPage < PageSource.PAGE) {
        if (!makeRoom(now)) {
          return PageSource.NONE;
        }
        nextPage = slab.address(free.pop().number());
        endOfPages = nextPage + segmentSize;
        memory.asSlice(nextPage, segmentSize).fill((byte) 0);
      }
      long page = nextPage;
      nextPage += PageSource.PAGE;
      return page;
    } finally {
      lock.unlock();
    }
  }

  // What follows is called with the lock.

  /// Opens a free segment, if there is one, in place of the one that is open.
  private boolean openNext(SegmentQueue queue, Origin origin, int group, long now) {
    Segment next = free.poll();
    if (next == null) {
      return false;
    }
    Segment full = queue.open(next, origin, group, now);
    if (full != null) {
      awaitExpiry(full);
    }
    return true;
  }

  /// Sees to it that nobody appends to a segment any more.
  private void close(Segment segment) {
    if (of(segment.queue()).close(segment)) {
      awaitExpiry(segment);
    }
  }

  private void awaitExpiry(Segment sealed) {
    if (sealed.group() != Expiry.NEVER) {
      expiring.add(sealed);
    }
  }

  /// Frees segments until there is one to take.
  private boolean makeRoom(long now) {
    beingRead.removeIf(this::freeIfUnread);
    freeExpired(now);
    boolean freed = true;
    while (freed && free.size() <= RESERVE) {
      boolean smallFirst = small.size() > (small.size() + main.size()) / 20 || main.isEmpty();
      freed =
          cleanOne(now)
              || (smallFirst
                  ? evictOldest(small, now) || evictOldest(main, now)
                  : evictOldest(main, now) || evictOldest(small, now));
    }
    return freed;
  }

  /// Empties the segment that it is worth most for, of some taken at random, without evicting
  /// anything.
  ///
  /// @return whether there was one that it was worth it for
  private boolean cleanOne(long now) {
    Segment hollow = null;
    for (int i = 0; i < SAMPLE; i++) {
      Segment segment = all[1 + ThreadLocalRandom.current().nextInt(all.length - 1)];
      if (segment.isHollow() && (hollow == null || segment.worth(now) > hollow.worth(now))) {
        hollow = segment;
      }
    }
    if (hollow == null || hollow.hasWriters()) {
      return false;
    }
    of(hollow.queue()).remove(hollow);
    expiring.remove(hollow);
    empty(hollow, Fate.STAY, now);
    return true;
  }

  private void freeExpired(long now) {
    for (SegmentQueue queue : List.of(small, main)) {
      for (Segment over = queue.openAndExpired(now);
          over != null;
          over = queue.openAndExpired(now)) {
        close(over);
      }
    }
    Iterator<Segment> ending = expiring.iterator();
    while (ending.hasNext()) {
      Segment segment = ending.next();
      if (segment.sealedExpiry() > now) {
        return;
      }
      if (!segment.hasWriters()) {
        ending.remove();
        of(segment.queue()).remove(segment);
        empty(segment, Fate.COMPETE, now);
      }
    }
  }

  /// Evicts the oldest segment of a queue that nobody writes to.
  private boolean evictOldest(SegmentQueue queue, long now) {
    Iterator<Segment> oldest = queue.iterator();
    while (oldest.hasNext()) {
      Segment segment = oldest.next();
      close(segment);
      if (!segment.hasWriters()) {
        oldest.remove();
        expiring.remove(segment);
        empty(segment, Fate.COMPETE, now);
        return true;
      }
    }
    return false;
  }

  /// Moves entries out of a segment that is in no queue any more, and frees it.
  private void empty(Segment segment, Fate fate, long now) {
    boolean isBounded = fate == Fate.COMPETE && segment.queue() == Queue.MAIN;
    int most = isBounded ? segmentSize / 8 * 7 : segmentSize;
    int kept = 0;
    for (int offset = 0; offset < segment.length(); ) {
      long location = slab.location(segment.number(), offset);
      long header = EntryFormat.header(memory, slab.addressOf(location));
      int size = (int) EntryFormat.size(header);
      if (takeOut(segment, location, header, fate, kept + size <= most, now)) {
        kept += size;
      }
      offset += size;
    }
    bytesMoved.add(kept);
    segment.emptied();
    if (!freeIfUnread(segment)) {
      beingRead.add(segment);
    }
  }

  private boolean freeIfUnread(Segment segment) {
    if (slab.pins().isPinned(segment.number())) {
      return false;
    }
    slab.renew(segment.number());
    // The next to be opened, as its memory was read a moment ago.
    free.push(segment);
    return true;
  }

  /// Takes an entry out of its segment: moves it, or forgets it, or does nothing if it was replaced
  /// or removed before.
  ///
  /// @param mayMove whether there is still room for it elsewhere
  /// @return whether it was moved
  private boolean takeOut(
      Segment segment, long location, long header, Fate fate, boolean mayMove, long now) {
    long address = slab.addressOf(location);
    long key = address + EntryFormat.keyOffset(header);
    long hash = hasher.hashBytesToLong(memory, key, EntryFormat.keyLength(header), BYTES);
    index.lock(hash);
    try {
      long cursor = cursorOf(hash, location);
      if (cursor == HashIndex.NONE) {
        return false;
      }
      if (hasExpired(segment, header, now)) {
        index.remove(cursor);
        expired.increment();
        return false;
      }
      int frequency = EntryFormat.frequency(index.payload(cursor, hash));
      if (mayMove && (fate == Fate.STAY || frequency > 0)) {
        SegmentQueue to = fate == Fate.STAY ? of(segment.queue()) : main;
        long moved = copy(segment, address, header, to, now);
        if (moved != NO_ROOM) {
          index.set(cursor, hash, EntryFormat.payload(moved, left(frequency, segment, fate)));
          return true;
        }
      }
      index.remove(cursor);
      if (segment.queue() == Queue.SMALL) {
        index.remember(hash);
      }
      if (segment.queue() == Queue.MAIN || frequency > 0) {
        tellBelow(hash, segment, address, header, now);
      }
      evicted.increment();
      return false;
    } finally {
      index.unlock(hash);
    }
  }

  /// How often an entry that moves was found, as far as it counts from now on.
  private static int left(int frequency, Segment from, Fate fate) {
    return switch (fate) {
      case STAY -> frequency;
      case COMPETE -> from.queue() == Queue.SMALL ? 0 : frequency - 1;
    };
  }

  private void tellBelow(long hash, Segment segment, long address, long header, long now) {
    below.evicted(
        hash,
        memory,
        address + EntryFormat.keyOffset(header),
        EntryFormat.keyLength(header),
        address + EntryFormat.valueOffset(header),
        EntryFormat.valueLength(header),
        EntryFormat.expires(header)
            ? segment.instantOf(EntryFormat.expiry(header)) - now
            : Below.FOREVER);
  }

  private long cursorOf(long hash, long location) {
    long cursor = index.first(hash);
    while (cursor != HashIndex.NONE
        && EntryFormat.location(index.payload(cursor, hash)) != location) {
      cursor = index.next(cursor, hash);
    }
    return cursor;
  }

  /// Copies an entry to the end of a queue, if there is room.
  private long copy(Segment from, long address, long header, SegmentQueue queue, long now) {
    int size = (int) EntryFormat.size(header);
    boolean expires = EntryFormat.expires(header);
    long expiry = expires ? from.instantOf(EntryFormat.expiry(header)) : 0;
    long location = queue.append(Origin.MOVED, from.group(), size, expiry, now, slab);
    if (location == NO_ROOM && openNext(queue, Origin.MOVED, from.group(), now)) {
      location = queue.append(Origin.MOVED, from.group(), size, expiry, now, slab);
    }
    if (location == NO_ROOM) {
      return NO_ROOM;
    }
    Segment to = at(location);
    MemorySegment.copy(memory, address, memory, slab.addressOf(location), size);
    if (expires) {
      EntryFormat.writeExpiry(memory, slab.addressOf(location), to.ticksTo(expiry));
    }
    to.written();
    return location;
  }

  /// Whether the time of an entry has come.
  boolean hasExpired(Segment segment, long header, long now) {
    return EntryFormat.expires(header) && segment.instantOf(EntryFormat.expiry(header)) <= now;
  }

  private SegmentQueue of(Queue queue) {
    return switch (queue) {
      case SMALL -> small;
      case MAIN -> main;
    };
  }
}
