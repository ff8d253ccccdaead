package dev.millrace.store;

import dev.millrace.store.io.BlockIo;
import dev.millrace.store.io.IoConfig;
import dev.millrace.store.memory.MemoryConfig;
import dev.millrace.store.memory.MemoryTier;
import dev.millrace.store.memory.Put;
import dev.millrace.store.memory.Reservation;
import dev.millrace.store.memory.Value;
import dev.millrace.store.ssd.SsdConfig;
import dev.millrace.store.ssd.SsdHit;
import dev.millrace.store.ssd.SsdTier;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A cache of byte strings in memory and, where a folder is given, on an SSD below it.
///
/// What is put is put into memory. What memory evicts goes down if it was asked for since it came,
/// and is not on the SSD already. What is found on the SSD comes back at once, into the small queue
/// of memory; when it is asked for again while it is there, it moves to the main queue as any other
/// does. It stays on the SSD meanwhile, so it is not written there again when it leaves memory.
/// What is put or removed is forgotten on the SSD.
///
/// An SSD that is full, slow or broken costs hits, and nothing else: no call fails for it. After
/// kill -9, a key that was put anew or removed shortly before may have the value again that it had
/// before; it never has another key's, or one that is not whole.
///
/// Safe for use by any number of threads. A value that memory does not have is waited for, so
/// virtual threads should ask.
public final class TieredStore implements AutoCloseable {
  private final MemoryTier memory;
  private final @Nullable SsdTier ssd;
  private volatile boolean closed;

  private TieredStore(MemoryTier memory, @Nullable SsdTier ssd) {
    this.memory = memory;
    this.ssd = ssd;
  }

  /// A store in memory alone.
  public static TieredStore open(MemoryConfig memory) {
    return new TieredStore(MemoryTier.open(memory), null);
  }

  /// A store in memory, and on an SSD with what is in its folder.
  ///
  /// @param io how the SSD is read and written; its buffers are replaced by [SsdConfig#buffers]
  /// @throws IOException if the folder cannot be made, read or written, or is in use, or `io`
  ///   insists on an engine that does not work, or there is no key to seal with
  /// @throws LinkageError if entries are sealed and what compresses them does not load
  public static TieredStore open(MemoryConfig memory, SsdConfig ssd, IoConfig io)
      throws IOException, InterruptedException {
    return open(memory, ssd, BlockIo.open(io.withBuffers(ssd.buffers())));
  }

  /// As [#open(MemoryConfig, SsdConfig, IoConfig)].
  ///
  /// @param io closed with the store, or if it cannot be opened
  static TieredStore open(MemoryConfig memory, SsdConfig ssd, BlockIo io)
      throws IOException, InterruptedException {
    SsdTier tier;
    try {
      tier = SsdTier.open(ssd, io);
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      io.close();
      throw e;
    }
    try {
      return new TieredStore(MemoryTier.open(memory, tier.hashSeed(), tier), tier);
    } catch (RuntimeException | Error e) {
      tier.close();
      throw e;
    }
  }

  /// The length in bytes of the longest value that can be stored under a key of that length.
  public long longestValue(int keyLength) {
    return memory.longestValue(keyLength);
  }

  /// The value stored under `key` if it is in memory, or null. Waits for nothing.
  public @Nullable Value inMemory(byte[] key) {
    return memory.get(key);
  }

  /// As [#inMemory], but it is no use of the entry.
  public @Nullable Value peekInMemory(byte[] key) {
    return memory.peek(key);
  }

  /// The value stored under `key`, or null.
  public @Nullable Value get(byte[] key) {
    Value value = memory.get(key);
    return value == null ? fromSsd(key) : value;
  }

  private @Nullable Value fromSsd(byte[] key) {
    SsdHit hit = onSsd(key);
    if (hit == null) {
      return null;
    }
    if (memory.promote(key, hit.value(), hit.lifetime(), hit.isCurrent())) {
      Value here = memory.peek(key);
      if (here != null) {
        // Buffers are few: none is lent for as long as a value is open, if that can be helped.
        hit.close();
        return here;
      }
    }
    return hit.value();
  }

  private @Nullable SsdHit onSsd(byte[] key) {
    return ssd == null || closed ? null : ssd.get(key);
  }

  /// As [#get], but it is no use of the entry, and does not move it.
  public @Nullable Value peek(byte[] key) {
    Value value = memory.peek(key);
    if (value != null) {
      return value;
    }
    SsdHit hit = onSsd(key);
    return hit == null ? null : hit.value();
  }

  /// A copy of the value stored under `key`, or null.
  public byte @Nullable [] copy(byte[] key) {
    byte[] copy = memory.copy(key);
    if (copy != null) {
      return copy;
    }
    try (Value value = fromSsd(key)) {
      return value == null ? null : value.toArray();
    }
  }

  /// Stores a value for as long as there is room.
  public Put put(byte[] key, byte[] value) {
    return put(key, MemorySegment.ofArray(value));
  }

  /// Stores the bytes of `value` for as long as there is room.
  public Put put(byte[] key, MemorySegment value) {
    return closed ? Put.CLOSED : memory.put(key, value);
  }

  /// Stores the bytes of `value` for `lifetime` at most; not for an instant, if that is not
  /// positive.
  public Put put(byte[] key, MemorySegment value, Duration lifetime) {
    return closed ? Put.CLOSED : memory.put(key, value, lifetime);
  }

  /// Room for a value of `size` bytes, to be written in place.
  ///
  /// @throws IllegalArgumentException if `size` is negative
  public Reservation reserve(byte[] key, long size) {
    return closed ? new Reservation.Refused(Put.CLOSED) : memory.reserve(key, size);
  }

  /// As [#reserve(byte[], long)], for an entry that lives for `lifetime` at most from now on.
  public Reservation reserve(byte[] key, long size, Duration lifetime) {
    return closed ? new Reservation.Refused(Put.CLOSED) : memory.reserve(key, size, lifetime);
  }

  /// Removes the entry under `key` from all tiers.
  public void remove(byte[] key) {
    boolean _ = memory.remove(key);
  }

  /// What is held now, and what became of what was.
  public TieredStats stats() {
    return new TieredStats(memory.stats(), ssd().map(SsdTier::stats));
  }

  /// The tier below memory, if there is one.
  public Optional<SsdTier> ssd() {
    return Optional.ofNullable(ssd);
  }

  /// Writes what is on its way to the SSD, and forgets what is in memory. Whatever is asked
  /// afterwards is not found, and whatever is put refused. Values that are open stay so. A key that
  /// is put or removed meanwhile may have the value again, after a restart, that it had before.
  @Override
  public void close() {
    closed = true;
    if (ssd != null) {
      // First, while memory is what it was: it may just be evicting.
      ssd.close();
    }
    memory.close();
  }
}
