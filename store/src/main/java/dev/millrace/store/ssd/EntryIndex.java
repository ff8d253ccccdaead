package dev.millrace.store.ssd;

import dev.millrace.store.index.HashIndex;
import dev.millrace.store.index.PageSource;
import dev.millrace.store.libc.AnonymousMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

// Purpose. What is on the device, and what is on its way there, by the hash of its key.
//
// Why it never leads to what was replaced. An entry is staged first: known here, but not to be
// found. When it is on the device, it is entered, if it is still staged. Who forgets a hash takes
// out both what is staged and what is entered, under the lock of the hash that entering takes too.
// An entry that is to be sealed waits before it is staged, and is known as long; staging it puts it
// into the place of the one that waits, in one step, if that was not forgotten.
//
// What is entered is known by part of its hash only (HashIndex), so forgetting may take out others
// too, once in some thousand times. They are misses from then on.

/// Where entries are on the device. Safe for use by any number of threads.
final class EntryIndex {
  /// An entry that is on its way to the device.
  sealed interface OnItsWay permits Staged, Waiting {
    long hash();
  }

  /// An entry that has its place there.
  ///
  /// @param sequence of the segment that it will lie in
  /// @param offset where it will begin there
  record Staged(long hash, long sequence, int offset, int length) implements OnItsWay {}

  private static final long FEWEST_BYTES = 8 << 20;
  private static final int TIER_BYTES_PER_BYTE = 64;

  private final MemorySegment memory;
  private final HashIndex index;
  private final ConcurrentMap<Long, OnItsWay> staged = new ConcurrentHashMap<>();

  /// @param tierBytes the bytes of the tier; this takes up a 64th of it at most, or 8 MiB
  EntryIndex(long tierBytes) {
    // As in the memory tier: no access can meet memory that is gone.
    memory =
        AnonymousMemory.map(
            Math.max(FEWEST_BYTES, tierBytes / TIER_BYTES_PER_BYTE), Arena.ofAuto());
    AtomicLong used = new AtomicLong();
    PageSource pages =
        () -> {
          long page = used.getAndAdd(PageSource.PAGE);
          return page <= memory.byteSize() - PageSource.PAGE ? page : PageSource.NONE;
        };
    index = new HashIndex(memory, pages, tierBytes);
  }

  /// How many entries there are on the device.
  long size() {
    return index.size();
  }

  /// The payloads of the entries that may have this hash; none in nearly all other cases.
  long[] payloads(long hash) {
    long[] found = {};
    int version;
    do {
      version = index.version(hash);
      for (long cursor = index.first(hash);
          cursor != HashIndex.NONE;
          cursor = index.next(cursor, hash)) {
        long payload = index.payload(cursor, hash);
        if (payload != 0) {
          found = Arrays.copyOf(found, found.length + 1);
          found[found.length - 1] = payload;
        }
      }
    } while (found.length == 0 && index.isStale(hash, version));
    return found;
  }

  boolean has(long hash, long payload) {
    for (long each : payloads(hash)) {
      if (each == payload) {
        return true;
      }
    }
    return false;
  }

  /// Whether an entry with this hash is on the device, or on its way.
  boolean isKnown(long hash) {
    // In this order: an entry is entered before it ceases to be staged.
    return staged.containsKey(hash) || payloads(hash).length > 0;
  }

  void stage(OnItsWay entry) {
    staged.put(entry.hash(), entry);
  }

  /// Stages an entry that waited until now, unless it was forgotten.
  ///
  /// @return whether it is staged
  boolean stage(Staged entry, Waiting until) {
    return staged.replace(entry.hash(), until, entry);
  }

  /// Whether that very entry is on its way: it was not forgotten.
  boolean isOnItsWay(OnItsWay entry) {
    return entry.equals(staged.get(entry.hash()));
  }

  /// Takes out an entry that will not arrive.
  ///
  /// @return whether it was on its way
  boolean unstage(OnItsWay entry) {
    return staged.remove(entry.hash(), entry);
  }

  /// Makes an entry known that is on the device now, unless it was forgotten.
  ///
  /// @return false if there is no memory for it; then it is forgotten
  boolean enter(Staged entry, long payload) {
    long hash = entry.hash();
    index.lock(hash);
    try {
      return !isOnItsWay(entry) || index.insert(hash, payload);
    } finally {
      staged.remove(hash, entry);
      index.unlock(hash);
      grow();
    }
  }

  /// Makes an entry known that was found on the device, in place of what is known under its hash.
  ///
  /// @return false if there is no memory for it
  boolean enter(long hash, long payload) {
    index.lock(hash);
    try {
      boolean _ = removeAll(hash);
      return index.insert(hash, payload);
    } finally {
      index.unlock(hash);
      grow();
    }
  }

  private void grow() {
    if (index.isCrowded()) {
      index.grow();
    }
  }

  /// Takes out all entries with this hash, those on their way included.
  ///
  /// @return whether there were any
  boolean forget(long hash) {
    index.lock(hash);
    try {
      boolean wasStaged = staged.remove(hash) != null;
      return removeAll(hash) || wasStaged;
    } finally {
      index.unlock(hash);
    }
  }

  private boolean removeAll(long hash) {
    boolean any = false;
    for (long cursor = index.first(hash); cursor != HashIndex.NONE; cursor = index.first(hash)) {
      index.remove(cursor);
      any = true;
    }
    return any;
  }

  /// Takes out the entry at one place.
  ///
  /// @return whether it was there
  boolean remove(long hash, long payload) {
    index.lock(hash);
    try {
      for (long cursor = index.first(hash);
          cursor != HashIndex.NONE;
          cursor = index.next(cursor, hash)) {
        if (index.payload(cursor, hash) == payload) {
          index.remove(cursor);
          return true;
        }
      }
      return false;
    } finally {
      index.unlock(hash);
    }
  }

  /// Takes out all entries of a segment, whatever they are. Looks at all there are.
  void removeAll(Geometry geometry, int segment) {
    index.removeIf(payload -> geometry.segmentOf(payload) == segment);
  }

  /// Gives the memory back to the system; nothing is found any more.
  void close() {
    AnonymousMemory.discard(memory);
  }
}
