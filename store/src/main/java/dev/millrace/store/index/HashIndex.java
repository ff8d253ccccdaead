package dev.millrace.store.index;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;

// Purpose. For each entry of a tier, from the hash of its key to where it lies, in as few bytes as
// can be: a tier of 10 GB may hold 50 million entries. It does not know keys; who asks compares
// them, where the entry lies.
//
// Structure. Linear hashing (Litwin 1980): n buckets, of which those below n - 2^L have been split,
// by bit L of the hash, into themselves and a bucket 2^L further on. The table grows by one bucket
// at a time, so no put pays for all the others. A bucket is one cache line of eight slots; if it
// overflows, its last slot links to a line of four, and so on.
//
//   slot     0, which is empty
//            0 | tag: 21 bits | payload: 42 bits, not 0         an entry
//            1 | address of the next line: 63 bits              only in a line's last slot
//
// The tag is the 21 bits of the hash above those that chose among the first n buckets. It is what a
// split reads the bit L from, since the keys are out of reach (on a disk, perhaps). The table
// starts with a bucket for every 64 KiB of its tier, so that at least 12 bits of the tag are left
// to tell entries apart even where the tier is full of the smallest.
//
// Beside each bucket lies a word of four fingerprints of 16 bits, newest first: keys that were
// evicted lately (the ghosts of S3-FIFO, Yang et al., SOSP 2023). It grows as the table does, and
// each bucket is a queue of its own.
//
// Concurrency. Readers take no lock and write nothing. Writers lock the stripe of the bucket: the
// lowest bits of the hash, which no split changes. A slot is changed by one volatile write or
// compare-and-set, so a reader sees entries whole. Where entries change places (a split), the
// stripe's version is odd meanwhile and different after; a reader that found nothing looks at it
// and, if it is odd or not the one from before, starts over. One that found its entry need not. A
// line that a split freed may become part of another chain while a reader is in it. What that
// reader finds is an entry of another key, at worst; or nothing, and then the version has changed.
//
// Cost. Three quarters of the slots are full: 10.7 bytes an entry, and 1.2 for the ghosts. A hit
// reads 1.15 to 1.4 lines.

/// Where entries lie, by the hash of their keys: a multimap from 64 bits to payloads of 42 bits, in
/// memory off the heap, that grows with what it holds.
///
/// Lookups walk by cursors:
///
/// ```
/// do {
///   version = index.version(hash);
///   for (long c = index.first(hash); c != NONE; c = index.next(c, hash)) …
/// } while (index.isStale(hash, version));
/// ```
///
/// Safe for use by any number of threads; what changes entries is called between [#lock] and
/// [#unlock] of their hash.
public final class HashIndex {
  /// The cursor that points nowhere.
  public static final long NONE = Chains.END;

  /// How many bits a payload has.
  public static final int PAYLOAD_BITS = 42;

  private static final int TIER_BYTES_PER_FIRST_BUCKET = 64 * 1024;
  private static final long PAYLOAD_MASK = (1L << PAYLOAD_BITS) - 1;
  private static final int TAG_BITS = 21;
  private static final long TAG_MASK = (1L << TAG_BITS) - 1;
  private static final int MAXIMUM_STRIPES = 1024;
  private static final VarHandle GHOSTS = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment memory;
  private final PagedArray buckets;
  private final PagedArray ghosts;
  private final Chains chains;
  private final ReentrantLock[] locks;
  private final AtomicIntegerArray versions;
  private final ReentrantLock growth = new ReentrantLock();
  private final LongAdder entries = new LongAdder();
  private final int tagShift;
  private volatile long count;

  /// @param memory what the pages are part of
  /// @param tierBytes how large the tier is; a table starts with 0.1 % of it
  /// @throws IllegalArgumentException if the pages do not suffice to begin with
  public HashIndex(MemorySegment memory, PageSource pages, long tierBytes) {
    this.memory = memory;
    this.buckets = new PagedArray(pages, Chains.FIRST_LINE_BYTES);
    this.ghosts = new PagedArray(pages, Long.BYTES);
    this.chains = new Chains(memory, pages);
    chains.extend();
    long first = firstBuckets(tierBytes);
    if (!buckets.extendTo(first - 1) || !ghosts.extendTo(first - 1)) {
      throw new IllegalArgumentException("no memory for " + first + " buckets");
    }
    this.count = first;
    this.tagShift = Long.numberOfTrailingZeros(first);
    this.locks = new ReentrantLock[(int) Math.min(first, MAXIMUM_STRIPES)];
    for (int stripe = 0; stripe < locks.length; stripe++) {
      locks[stripe] = new ReentrantLock();
    }
    this.versions = new AtomicIntegerArray(locks.length);
  }

  /// How many pages an index asks for before it holds anything.
  public static int firstPages(long tierBytes) {
    long first = firstBuckets(tierBytes);
    return pages(first * Chains.FIRST_LINE_BYTES) + pages(first * Long.BYTES) + 1;
  }

  private static int pages(long bytes) {
    return Math.toIntExact((bytes + PageSource.PAGE - 1) / PageSource.PAGE);
  }

  private static long firstBuckets(long tierBytes) {
    return Math.max(64, Long.highestOneBit(tierBytes / TIER_BYTES_PER_FIRST_BUCKET));
  }

  /// How many entries there are; while others put and remove, about.
  public long size() {
    return entries.sum();
  }

  // Lookups.

  /// To be asked before a walk, and given to [#isStale] after one that found nothing.
  public int version(long hash) {
    return versions.get(stripe(hash));
  }

  /// Whether entries changed places during a walk that began with `version`, so that it may have
  /// missed one.
  public boolean isStale(long hash, int version) {
    if ((version & 1) == 0 && versions.get(stripe(hash)) == version) {
      return false;
    }
    Thread.onSpinWait();
    return true;
  }

  /// The first entry that may be of a key with this hash, or [#NONE].
  public long first(long hash) {
    return chains.find(buckets.address(bucket(hash)), tag(hash));
  }

  /// The next such entry after `cursor`, or [#NONE].
  public long next(long cursor, long hash) {
    return chains.find(chains.next(cursor), tag(hash));
  }

  /// The payload at `cursor`, or 0 if no entry with this hash is there any more.
  public long payload(long cursor, long hash) {
    long slot = chains.get(cursor);
    return slot >>> PAYLOAD_BITS == tag(hash) ? slot & PAYLOAD_MASK : 0;
  }

  /// Sets the payload at `cursor` if it is still `expected`. Needs no lock.
  ///
  /// @return whether it was
  public boolean compareAndSet(long cursor, long hash, long expected, long payload) {
    return chains.compareAndSet(cursor, slot(hash, expected), slot(hash, payload));
  }

  // Changes, under the lock of the hash.

  public void lock(long hash) {
    locks[stripe(hash)].lock();
  }

  public void unlock(long hash) {
    locks[stripe(hash)].unlock();
  }

  /// Adds an entry.
  ///
  /// @param payload not 0
  /// @return false if there is no memory for it, which [#grow] gets
  public boolean insert(long hash, long payload) {
    if (!chains.insert(buckets.address(bucket(hash)), slot(hash, payload))) {
      return false;
    }
    entries.increment();
    return true;
  }

  /// Sets the payload of an entry, whatever it is now.
  public void set(long cursor, long hash, long payload) {
    chains.set(cursor, slot(hash, payload));
  }

  /// Removes an entry.
  public void remove(long cursor) {
    chains.set(cursor, 0);
    entries.decrement();
  }

  /// Removes all entries that have such a payload. Called without any lock; looks at every entry,
  /// one bucket at a time, and need not see those that are inserted meanwhile.
  public void removeIf(LongPredicate payload) {
    for (long bucket = 0; bucket < count; bucket++) {
      // A split meanwhile moves what was looked at, or to a bucket that is yet to come.
      int stripe = stripe(bucket);
      locks[stripe].lock();
      try {
        long first = buckets.address(bucket);
        for (long cursor = first; cursor != NONE; cursor = chains.next(cursor)) {
          long slot = chains.get(cursor);
          if (slot > 0 && payload.test(slot & PAYLOAD_MASK)) {
            remove(cursor);
          }
        }
      } finally {
        locks[stripe].unlock();
      }
    }
  }

  /// Remembers that a key with this hash was evicted.
  public void remember(long hash) {
    long address = ghosts.address(bucket(hash));
    long older = (long) GHOSTS.getOpaque(memory, address);
    GHOSTS.setOpaque(memory, address, older << Short.SIZE | fingerprint(hash));
  }

  /// Whether a key with this hash was evicted lately, or, once in some 16,000 times, another. Needs
  /// no lock.
  public boolean remembers(long hash) {
    long left = (long) GHOSTS.getOpaque(memory, ghosts.address(bucket(hash)));
    long fingerprint = fingerprint(hash);
    while (left != 0 && (left & 0xffff) != fingerprint) {
      left >>>= Short.SIZE;
    }
    return left != 0;
  }

  // Growth.

  /// Whether [#grow] should be called: more than three quarters of the slots are full.
  public boolean isCrowded() {
    return entries.sum() > 6 * count + 3 * chains.linesInUse() || chains.isShort();
  }

  /// Splits one bucket in two, with memory for both. Called without any lock; where another thread
  /// is at it, nothing is done. Without memory the chains grow longer, and in the end insertions
  /// fail.
  public void grow() {
    if (!growth.tryLock()) {
      return;
    }
    try {
      if (chains.isShort()) {
        chains.extend();
      }
      long target = count;
      long bit = Long.highestOneBit(target);
      boolean isInTag = Long.numberOfTrailingZeros(bit) < tagShift + TAG_BITS;
      if (isInTag && buckets.extendTo(target) && ghosts.extendTo(target)) {
        split(target - bit, target, bit);
      }
    } finally {
      growth.unlock();
    }
  }

  private void split(long source, long target, long bit) {
    long bitInSlot = bit >>> tagShift << PAYLOAD_BITS;
    long from = buckets.address(source);
    long to = buckets.address(target);
    int stripe = stripe(source);
    locks[stripe].lock();
    versions.incrementAndGet(stripe);
    try {
      long[] all = chains.entries(from);
      long[] moving = Arrays.stream(all).filter(slot -> (slot & bitInSlot) != 0).toArray();
      long[] staying = Arrays.stream(all).filter(slot -> (slot & bitInSlot) == 0).toArray();
      long remembered = (long) GHOSTS.getOpaque(memory, ghosts.address(source));
      GHOSTS.setOpaque(memory, ghosts.address(target), remembered);
      if (chains.replace(to, moving)) {
        count = target + 1;
        boolean _ = chains.replace(from, staying);
      }
    } finally {
      versions.incrementAndGet(stripe);
      locks[stripe].unlock();
    }
  }

  // Parts of a hash: the lowest bits choose the stripe, those and more the bucket, those above the
  // first buckets' are the tag, and the highest the fingerprint.

  private int stripe(long hash) {
    return (int) hash & (locks.length - 1);
  }

  private long bucket(long hash) {
    long buckets = count;
    long mask = (Long.highestOneBit(buckets - 1) << 1) - 1;
    long bucket = hash & mask;
    return bucket < buckets ? bucket : bucket & mask >>> 1;
  }

  private long tag(long hash) {
    return hash >>> tagShift & TAG_MASK;
  }

  private long slot(long hash, long payload) {
    return tag(hash) << PAYLOAD_BITS | payload;
  }

  private static long fingerprint(long hash) {
    return hash >>> -Short.SIZE;
  }
}
