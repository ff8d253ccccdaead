package dev.millrace.store.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import com.dynatrace.hash4j.hashing.Hasher64;
import dev.millrace.store.index.HashIndex;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

// A segment may be freed, and written to anew, while it is read. There are two ways to read.
//
//   - Who holds the segment (Pins) may take any time. That costs two atomic additions, each of
// which
//     has the processor wait for all that it has begun, and for memory above all.
//   - Who copies can look first, and ask afterwards whether it may count: a segment has a
// generation,
//     which is raised after the index has forgotten all that it held, and before anything in it
//     changes. If it is after the copying what it was before the entry was seen in the index, then
//     the entry was there all the time, and so were its bytes. This is a sequence lock (Boehm, "Can
//     seqlocks get along with programming language memory models?", MSPC 2012). What a header says
//     counts only after such a look, as lengths lead to further addresses.
//
// Where a look comes too late, the entry is asked for again and held.

/// Finds entries by their keys.
final class Lookup {
  private final Slab slab;
  private final MemorySegment memory;
  private final Pins pins;
  private final Hasher64 hasher;
  private final Segments segments;
  private final HashIndex index;
  private final LongSupplier clock;

  Lookup(Slab slab, Hasher64 hasher, Segments segments, LongSupplier clock) {
    this.slab = slab;
    this.memory = slab.memory();
    this.pins = slab.pins();
    this.hasher = hasher;
    this.segments = segments;
    this.index = segments.index();
    this.clock = clock;
  }

  // Of readers.

  /// The value under `key`, whose segment is held until it is closed, or null.
  ///
  /// @param counts whether this is a use of the entry
  @Nullable Value hold(byte[] key, boolean counts) {
    long hash = hasher.hashBytesToLong(key);
    int version;
    do {
      version = index.version(hash);
      for (long cursor = index.first(hash);
          cursor != HashIndex.NONE;
          cursor = index.next(cursor, hash)) {
        Value value = hold(cursor, hash, key, counts);
        if (value != null) {
          return value;
        }
      }
    } while (index.isStale(hash, version));
    return null;
  }

  private @Nullable Value hold(long cursor, long hash, byte[] key, boolean counts) {
    int part = Pins.part();
    for (long payload = index.payload(cursor, hash); payload != 0; ) {
      long location = EntryFormat.location(payload);
      int segment = slab.segmentOf(location);
      pins.pin(segment, part);
      long seenAgain = index.payload(cursor, hash);
      if (EntryFormat.location(seenAgain) == location) {
        Value value = read(location, key, segment, part);
        if (value == null) {
          pins.unpin(segment, part);
        } else if (counts) {
          count(cursor, hash, seenAgain);
        }
        return value;
      }
      pins.unpin(segment, part);
      payload = seenAgain;
    }
    return null;
  }

  /// The entry at `location`, whose segment is held, if it is the one under `key` and lives.
  private @Nullable Value read(long location, byte[] key, int segment, int part) {
    long address = slab.addressOf(location);
    long header = EntryFormat.header(memory, address);
    if (!EntryFormat.hasKey(memory, address, header, key) || isOver(location, header)) {
      return null;
    }
    long start = address + EntryFormat.valueOffset(header);
    return new Value(
        memory, start, EntryFormat.valueLength(header), pins, Pins.token(segment, part));
  }

  /// Where the value under `key` lies, which this is a use of. Null may also mean that it could not
  /// be seen.
  @Nullable Glimpse glimpse(byte[] key) {
    long hash = hasher.hashBytesToLong(key);
    for (long cursor = index.first(hash);
        cursor != HashIndex.NONE;
        cursor = index.next(cursor, hash)) {
      Glimpse glimpse = glimpse(cursor, hash, key);
      if (glimpse != null) {
        return glimpse;
      }
    }
    return null;
  }

  private @Nullable Glimpse glimpse(long cursor, long hash, byte[] key) {
    long location = EntryFormat.location(index.payload(cursor, hash));
    int segment = slab.segmentOf(location);
    int generation = slab.generation(segment);
    long payload = index.payload(cursor, hash);
    if (payload == 0 || EntryFormat.location(payload) != location) {
      return null;
    }
    long address = slab.addressOf(location);
    long header = EntryFormat.header(memory, address);
    if (!isOf(generation, segment)
        || !EntryFormat.hasKey(memory, address, header, key)
        || isOver(location, header)) {
      return null;
    }
    count(cursor, hash, payload);
    return new Glimpse(
        address + EntryFormat.valueOffset(header),
        EntryFormat.valueLength(header),
        segment,
        generation);
  }

  /// Copies what was seen to the beginning of `target`, if it has room for that.
  ///
  /// @return whether what was seen counts, and what was copied
  boolean copy(Glimpse glimpse, byte[] target) {
    if (glimpse.length() <= target.length) {
      MemorySegment.copy(memory, JAVA_BYTE, glimpse.start(), target, 0, glimpse.length());
    }
    return isOf(glimpse.generation(), glimpse.segment());
  }

  /// Whether all that was read before was read while the segment had that generation.
  private boolean isOf(int generation, int segment) {
    VarHandle.acquireFence();
    return slab.generation(segment) == generation;
  }

  private boolean isOver(long location, long header) {
    return EntryFormat.expires(header)
        && segments.hasExpired(segments.at(location), header, clock.getAsLong());
  }

  /// Counts that an entry was found. If others do at the same time, one of them does.
  private void count(long cursor, long hash, long payload) {
    int frequency = EntryFormat.frequency(payload);
    if (frequency < EntryFormat.MOST_FREQUENT) {
      long more = EntryFormat.payload(EntryFormat.location(payload), frequency + 1);
      boolean _ = index.compareAndSet(cursor, hash, payload, more);
    }
  }

  // Of writers, who have the lock of the hash: nothing that the index leads to can be freed.

  /// The cursor of the entry under `key`.
  long find(long hash, byte[] key) {
    return find(hash, MemorySegment.ofArray(key), 0, key.length);
  }

  /// The cursor of the entry under the key of the one that was written at `location`.
  long find(long hash, long location) {
    long address = slab.addressOf(location);
    long header = EntryFormat.header(memory, address);
    long key = address + EntryFormat.keyOffset(header);
    return find(hash, memory, key, EntryFormat.keyLength(header));
  }

  private long find(long hash, MemorySegment keys, long from, int length) {
    long cursor = index.first(hash);
    while (cursor != HashIndex.NONE) {
      long address = slab.addressOf(EntryFormat.location(index.payload(cursor, hash)));
      if (EntryFormat.hasKey(memory, address, keys, from, length)) {
        return cursor;
      }
      cursor = index.next(cursor, hash);
    }
    return cursor;
  }
}
