package dev.millrace.store.memory;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.millrace.store.index.HashIndex;
import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A cache of byte strings off the heap, bounded in bytes.
///
/// The collector sees a few objects for each segment of memory, however many entries there are. An
/// entry takes up its key and its value and some 19 bytes beside, 2 more if it has a lifetime. The
/// memory in use, that of entries being written included, never exceeds the capacity.
///
/// Keys have 1 to 65,536 bytes, values from none to [#longestValue]. An entry can be given a
/// lifetime; it is never found after it, and may end earlier by 0.003 % of it, or 22 microseconds.
/// Any entry may be evicted at any time to make room for others.
///
/// Safe for use by any number of threads; see [Value] and [Draft] for what is a thread's own. Keys
/// are not kept by reference. Nothing here may be null but where it says so.
public final class MemoryTier implements AutoCloseable {
  /// The length in bytes of the longest key.
  public static final int LONGEST_KEY = EntryFormat.LONGEST_KEY;

  private final MemoryConfig config;
  private final LongSupplier clock;
  private final Slab slab;
  private final MemorySegment memory;
  private final Hasher64 hasher;
  private final Segments segments;
  private final HashIndex index;
  private final Lookup lookup;
  private final Below below;
  private volatile boolean closed;

  private MemoryTier(MemoryConfig config, long hashSeed, Below below) {
    this.config = config;
    this.below = below;
    this.clock = config.clock();
    this.slab = new Slab(config);
    this.memory = slab.memory();
    this.hasher = Hashing.xxh3_64(hashSeed);
    this.segments = new Segments(config, slab, hasher, below);
    this.index = segments.index();
    this.lookup = new Lookup(slab, hasher, segments, clock);
  }

  /// An empty tier. Its memory is reserved now, and taken up as it is written to.
  ///
  /// @throws OutOfMemoryError if the system has no room for it
  public static MemoryTier open(MemoryConfig config) {
    return open(config, new SecureRandom().nextLong(), Below.NOTHING);
  }

  /// An empty tier that tells another what it evicts.
  ///
  /// @param hashSeed of the hashes of keys, XXH3 of 64 bits. Nobody else should know it: then
  ///   nobody can prepare keys that share a hash
  /// @throws OutOfMemoryError if the system has no room for it
  public static MemoryTier open(MemoryConfig config, long hashSeed, Below below) {
    return new MemoryTier(config, hashSeed, below);
  }

  public MemoryConfig config() {
    return config;
  }

  /// The length in bytes of the longest value that can be stored under a key of that length.
  public long longestValue(int keyLength) {
    return config.segmentSize() - EntryFormat.size(keyLength, 0, true);
  }

  /// The value stored under `key`, in place, or null.
  public @Nullable Value get(byte[] key) {
    return closed || !isKey(key) ? null : lookup.hold(key, true);
  }

  /// As [#get], but it does not count as a use of the entry: what is only peeked at is evicted like
  /// what nobody asks for.
  public @Nullable Value peek(byte[] key) {
    return closed || !isKey(key) ? null : lookup.hold(key, false);
  }

  /// A copy of the value stored under `key`, or null.
  public byte @Nullable [] copy(byte[] key) {
    Glimpse glimpse = glimpse(key);
    if (glimpse != null) {
      byte[] copy = new byte[glimpse.length()];
      if (lookup.copy(glimpse, copy)) {
        return copy;
      }
    }
    try (Value value = get(key)) {
      return value == null ? null : value.toArray();
    }
  }

  /// Copies the value stored under `key` to the beginning of `target`, or nothing if it is longer
  /// than that. If it is replaced or removed meanwhile, and so is longer or not there in the end,
  /// `target` may hold parts of what was there before.
  ///
  /// @return the value's length, or -1 if there is none
  public int copyTo(byte[] key, byte[] target) {
    Glimpse glimpse = glimpse(key);
    if (glimpse != null && lookup.copy(glimpse, target)) {
      return glimpse.length();
    }
    try (Value value = get(key)) {
      if (value == null) {
        return -1;
      }
      int length = (int) value.size();
      if (length <= target.length) {
        value.copyTo(0, target, 0, length);
      }
      return length;
    }
  }

  /// Looks at an entry without holding it. Whoever gets null, or finds that what was copied does
  /// not count, asks for a value that is held.
  private @Nullable Glimpse glimpse(byte[] key) {
    return closed || !isKey(key) ? null : lookup.glimpse(key);
  }

  /// Stores a value for as long as there is room.
  public Put put(byte[] key, byte[] value) {
    return put(key, MemorySegment.ofArray(value), Expiry.FOREVER);
  }

  /// Stores the bytes of `value` for as long as there is room.
  public Put put(byte[] key, MemorySegment value) {
    return put(key, value, Expiry.FOREVER);
  }

  /// Stores the bytes of `value` for `lifetime` at most; not for an instant, if that is not
  /// positive.
  public Put put(byte[] key, MemorySegment value, Duration lifetime) {
    return put(key, value, nanoseconds(lifetime));
  }

  private Put put(byte[] key, MemorySegment value, long lifetime) {
    return switch (reserve(key, value.byteSize(), lifetime)) {
      case Reservation.Refused refused -> refused.reason();
      case Draft draft -> {
        draft.copyFrom(value, 0, 0, value.byteSize());
        yield draft.store();
      }
    };
  }

  /// Room for a value of `size` bytes, to be written in place.
  ///
  /// @throws IllegalArgumentException if `size` is negative
  public Reservation reserve(byte[] key, long size) {
    return reserve(key, size, Expiry.FOREVER);
  }

  /// As [#reserve(byte[], long)], for an entry that lives for `lifetime` at most from now on.
  public Reservation reserve(byte[] key, long size, Duration lifetime) {
    return reserve(key, size, nanoseconds(lifetime));
  }

  private Reservation reserve(byte[] key, long size, long lifetime) {
    if (!isKey(key)) {
      return new Reservation.Refused(Put.KEY_LENGTH);
    }
    if (size < 0) {
      throw new IllegalArgumentException("a value of " + size + " bytes");
    }
    if (size > longestValue(key.length)) {
      return new Reservation.Refused(Put.TOO_LARGE);
    }
    if (closed) {
      return new Reservation.Refused(Put.CLOSED);
    }
    long hash = hasher.hashBytesToLong(key);
    // An entry that is asked for again, or was until lately, is not new.
    boolean isKnown = index.first(hash) != HashIndex.NONE || index.remembers(hash);
    return reserve(key, hash, isKnown ? Queue.MAIN : Queue.SMALL, size, lifetime);
  }

  private Reservation reserve(byte[] key, long hash, Queue queue, long size, long lifetime) {
    int group = Expiry.group(lifetime);
    boolean expires = group != Expiry.NEVER;
    long now = clock.getAsLong();
    long location =
        segments.append(
            queue, group, (int) EntryFormat.size(key.length, size, expires), now + lifetime, now);
    if (location == Segments.NO_ROOM) {
      return new Reservation.Refused(Put.NO_ROOM);
    }
    long address = slab.addressOf(location);
    if (expires) {
      int expiry = segments.at(location).ticksTo(now + lifetime);
      EntryFormat.write(memory, address, key, (int) size, expiry);
    } else {
      EntryFormat.write(memory, address, key, (int) size);
    }
    long start = address + EntryFormat.size(key.length, 0, expires);
    return new Draft(this, memory, start, size, hash, location);
  }

  /// Copies in an entry that the tier below holds, as one that is new.
  ///
  /// It is left out where `key` has an entry already, and where `isCurrent` says no: the tier below
  /// no longer holds it, so another may have been put, and evicted, since it was read.
  ///
  /// @param lifetime what is left of it, in nanoseconds; [Below#FOREVER] if it does not expire
  /// @param isCurrent asked when nothing else can happen to the key; must not wait, nor call this
  /// @return whether it is here now
  public boolean promote(byte[] key, View value, long lifetime, BooleanSupplier isCurrent) {
    long size = value.size();
    if (closed || !isKey(key) || size > longestValue(key.length)) {
      return false;
    }
    long hash = hasher.hashBytesToLong(key);
    if (!(reserve(key, hash, Queue.SMALL, size, lifetime) instanceof Draft draft)) {
      return false;
    }
    try (draft) {
      draft.copyFrom(value);
      return draft.storeAsNew(isCurrent);
    }
  }

  /// Removes the entry under `key`.
  ///
  /// @return whether there was one
  public boolean remove(byte[] key) {
    if (closed || !isKey(key)) {
      return false;
    }
    long hash = hasher.hashBytesToLong(key);
    index.lock(hash);
    try {
      long cursor = lookup.find(hash, key);
      if (cursor != HashIndex.NONE) {
        lose(EntryFormat.location(index.payload(cursor, hash)));
        index.remove(cursor);
      }
      below.replaced(hash);
      return cursor != HashIndex.NONE;
    } finally {
      index.unlock(hash);
    }
  }

  /// How many entries there are, those included that have expired but were not freed yet.
  public long size() {
    return index.size();
  }

  /// What the tier holds, and what became of what it held.
  public MemoryStats stats() {
    return segments.stats();
  }

  /// Forgets everything and gives its memory back to the system, but what views are open on.
  /// Whatever is asked afterwards is not found, and whatever is put refused.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      segments.discard();
    }
  }

  /// Makes an entry known that was written at `location`.
  Put store(long hash, long location) {
    boolean stored = enter(hash, location);
    written(location);
    return stored ? Put.STORED : Put.NO_ROOM;
  }

  private boolean enter(long hash, long location) {
    index.lock(hash);
    try {
      long cursor = lookup.find(hash, location);
      if (cursor != HashIndex.NONE) {
        long replaced = index.payload(cursor, hash);
        lose(EntryFormat.location(replaced));
        index.set(cursor, hash, EntryFormat.payload(location, EntryFormat.frequency(replaced)));
      } else if (!index.insert(hash, EntryFormat.payload(location, 0))) {
        return false;
      }
      below.replaced(hash);
      return true;
    } finally {
      index.unlock(hash);
    }
  }

  /// As [#store], where nothing else is stored under the key and the entry is still current.
  boolean storeAsNew(long hash, long location, BooleanSupplier isCurrent) {
    boolean stored = enterAsNew(hash, location, isCurrent);
    if (!stored) {
      lose(location);
    }
    written(location);
    return stored;
  }

  private boolean enterAsNew(long hash, long location, BooleanSupplier isCurrent) {
    index.lock(hash);
    try {
      return lookup.find(hash, location) == HashIndex.NONE
          && isCurrent.getAsBoolean()
          && index.insert(hash, EntryFormat.payload(location, 0));
    } finally {
      index.unlock(hash);
    }
  }

  private void written(long location) {
    segments.at(location).written();
    if (index.isCrowded()) {
      index.grow();
    }
  }

  /// Gives up what was to be written at `location`.
  void giveUp(long location) {
    lose(location);
    segments.at(location).written();
  }

  /// Says that the entry at `location` will not be found any more. Its segment is not free yet.
  private void lose(long location) {
    long header = EntryFormat.header(memory, slab.addressOf(location));
    segments.at(location).lose((int) EntryFormat.size(header));
  }

  private static boolean isKey(byte[] key) {
    return key.length > 0 && key.length <= LONGEST_KEY;
  }

  private static long nanoseconds(Duration lifetime) {
    try {
      return Math.clamp(lifetime.toNanos(), 0, Expiry.FOREVER);
    } catch (ArithmeticException _) {
      return lifetime.isNegative() ? 0 : Expiry.FOREVER;
    }
  }
}
