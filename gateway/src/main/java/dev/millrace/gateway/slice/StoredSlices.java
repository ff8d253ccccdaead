package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.ObjectFacts;
import dev.millrace.store.TieredStats;
import dev.millrace.store.TieredStore;
import dev.millrace.store.io.IoConfig;
import dev.millrace.store.io.IoStats;
import dev.millrace.store.memory.Draft;
import dev.millrace.store.memory.MemoryConfig;
import dev.millrace.store.memory.Put;
import dev.millrace.store.memory.Reservation;
import dev.millrace.store.memory.Value;
import dev.millrace.store.ssd.Sealing;
import dev.millrace.store.ssd.SsdConfig;
import dev.millrace.store.ssd.SsdTier;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The slices that are held, in memory off the Java heap and, where there is one, on an SSD below
/// it, for as long as there is room; and which purge of an object is the latest, as that is part of
/// their names.
///
/// Safe for use by any number of threads.
public final class StoredSlices implements AutoCloseable {
  /// Room for an entry's key, and for what the store adds: the key of an object has 1,024 bytes at
  /// most.
  private static final int OVERHEAD = 4096;

  /// Sealing a slice that does not compress adds less than one part in so many, and what the
  /// overhead has room for.
  private static final int SEALED_SHARE = 512;

  /// What a segment holds beside its entries, at least.
  private static final int SEGMENT_OVERHEAD = 3 * 4096;

  /// Few enough that a small tier has enough segments, and enough that the last slice of an object,
  /// which is shorter, leaves no large gap.
  private static final int SLICES_PER_SEGMENT = 4;

  private static final int ENOUGH_SEGMENTS = 64;

  /// What tells a slice's sealed form from the slice in the keys of the store. No object has so
  /// many slices.
  private static final long SEALED = Long.MIN_VALUE;

  /// How long a slice is held at most: until then a purge must be remembered. So long that hardly
  /// any slice is fetched again for it, and that those of an SSD are in few groups of lifetimes
  /// when they come back into memory.
  static final Duration LIFETIME = Duration.ofDays(90);

  /// The part of the Java heap that slices may take up which clients are reading.
  private static final int HEAP_SHARE = 4;

  private final TieredStore store;
  private final int sliceSize;
  private final Generations generations;
  private final ArrivedSlices arrived =
      new ArrivedSlices(this, Runtime.getRuntime().maxMemory() / HEAP_SHARE);

  private StoredSlices(TieredStore store, int sliceSize, Generations generations) {
    this.store = store;
    this.sliceSize = sliceSize;
    this.generations = generations;
  }

  /// Slices in memory alone.
  ///
  /// @param bytes the bound of all memory that the slices take up, at least [#leastBytes]
  /// @param sliceSize the length of the longest slice
  public static StoredSlices inMemory(long bytes, int sliceSize) {
    return new StoredSlices(
        TieredStore.open(memory(bytes, sliceSize)), sliceSize, Generations.inMemory(LIFETIME));
  }

  /// Slices in memory, and on an SSD with what is in `folder`.
  ///
  /// @param ssdBytes the bytes of all files there, at most; at least [#leastSsdBytes]
  /// @param sealing how slices are sealed there; they are not where null
  /// @param purges the folder for what was purged, which other gateways may use too
  /// @throws IOException if the folder cannot be made, read or written, or is in use, or there is
  ///   no key to seal with, or what was purged cannot be read
  public static StoredSlices onSsd(
      long bytes, Path folder, long ssdBytes, int sliceSize, @Nullable Sealing sealing, Path purges)
      throws IOException {
    SsdConfig plain =
        SsdConfig.of(folder, ssdBytes)
            .segmentSize(ssdSegment(ssdBytes, sliceSize))
            .longestEntry(longestSealed(sliceSize));
    SsdConfig ssd =
        sealing == null ? plain : plain.longestEntry(longestSealedTwice(sliceSize)).sealed(sealing);
    try {
      TieredStore store = TieredStore.open(memory(bytes, sliceSize), ssd, IoConfig.defaults());
      return new StoredSlices(store, sliceSize, generations(store, purges));
    } catch (FileSystemException e) {
      String reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
      throw new IOException("the SSD folder " + folder + " cannot be used: " + reason, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while opening " + folder);
    }
  }

  /// A store is known by the seed of its hashes, wherever its folder is mounted.
  private static Generations generations(TieredStore store, Path purges) throws IOException {
    Path file = purges.resolve("%016x".formatted(store.ssd().orElseThrow().hashSeed()));
    try {
      return Generations.of(new PurgeLog(file), LIFETIME, InstantSource.system(), System::nanoTime);
    } catch (IOException e) {
      store.close();
      throw new IOException("what was purged cannot be read from " + file + ": " + e.getMessage());
    }
  }

  private static MemoryConfig memory(long bytes, int sliceSize) {
    int segment = longestSealed(sliceSize);
    boolean isLarge = bytes / segment >= (long) SLICES_PER_SEGMENT * ENOUGH_SEGMENTS;
    int segmentSize = isLarge ? SLICES_PER_SEGMENT * segment : segment;
    return MemoryConfig.of(bytes).segmentSize(segmentSize);
  }

  private static int ssdSegment(long ssdBytes, int sliceSize) {
    int usual = SsdConfig.usualSegment(ssdBytes);
    int least = Integer.highestOneBit(longestSealedTwice(sliceSize) + SEGMENT_OVERHEAD) * 2;
    return Math.max(usual, least);
  }

  /// The longest entry with a slice of that length or its sealed form.
  static int longestSealed(int sliceSize) {
    return sliceSize + OVERHEAD + sliceSize / SEALED_SHARE;
  }

  /// The longest entry of a tier that seals either.
  static int longestSealedTwice(int sliceSize) {
    return longestSealed(longestSealed(sliceSize));
  }

  /// The smallest memory that slices of that length can be held in.
  public static long leastBytes(int sliceSize) {
    return MemoryConfig.leastCapacity(longestSealed(sliceSize));
  }

  /// The smallest size of an SSD tier for slices of that length.
  public static long leastSsdBytes(int sliceSize) {
    return SsdConfig.leastCapacity(ssdSegment(0, sliceSize));
  }

  /// How many files a tier of that many bytes has open on an SSD.
  public static int ssdFiles(long ssdBytes, int sliceSize) {
    return Math.toIntExact(ssdBytes / ssdSegment(ssdBytes, sliceSize)) + 1;
  }

  /// The name of a slice that is asked for now.
  SliceKey key(ObjectName object, ObjectFacts facts, long index) {
    return new SliceKey(object, facts.etag(), index, generations.of(object));
  }

  /// As the other, for who knows of a purge of that generation.
  SliceKey key(ObjectName object, ObjectFacts facts, long index, long generation) {
    generations.hear(generation);
    return new SliceKey(object, facts.etag(), index, Math.max(generation, generations.of(object)));
  }

  /// Has no slice found any more, from now on, that was asked for before.
  public Generation purge(Purge purge) {
    return generations.begin(purge);
  }

  /// As the other, for a generation that another node has begun.
  public Generation purge(Purge purge, long number) {
    return generations.begin(purge, number);
  }

  /// The slice, or null if it is not in memory. Counts as a use of it.
  ///
  /// @param length of the slice: what has another is another's mistake, and not the slice
  @Nullable Slice get(SliceKey key, int length) {
    byte[] name = bytes(key);
    try (@Nullable Value value = store.inMemory(name)) {
      return value == null || value.size() != length ? null : new StoredSlice(store, name, length);
    }
  }

  /// Whether the slice is in memory.
  boolean has(SliceKey key, int length) {
    try (@Nullable Value value = store.peekInMemory(bytes(key))) {
      return value != null && value.size() == length;
    }
  }

  /// Reads a slice from the SSD, if it is there, and back into memory. Waits for the device.
  ///
  /// @return whether it was there
  boolean read(SliceKey key, FetchedSlice slice) {
    try (@Nullable Value value = store.get(bytes(key))) {
      if (value == null || value.size() != slice.length()) {
        return false;
      }
      slice.fill(value);
      return true;
    }
  }

  /// Keeps a complete slice, at the expense of others if need be; or does not, if no room can be
  /// made, or it was purged meanwhile.
  void put(SliceKey key, FetchedSlice slice) {
    if (isPurged(key)) {
      return;
    }
    switch (store.reserve(bytes(key), slice.length(), LIFETIME)) {
      case Reservation.Refused _ -> {}
      case Draft draft -> {
        int position = 0;
        for (byte[] part : slice.parts()) {
          draft.copyFrom(part, 0, position, part.length);
          position += part.length;
        }
        draft.store();
      }
    }
  }

  /// Has the readers of a slice that is complete, and was put here if it is to be kept, go on from
  /// here when the Java heap has no room for it any more.
  void arrived(SliceKey key, FetchedSlice slice) {
    arrived.add(key, slice);
  }

  /// Has the readers of a complete slice go on from here, where it is put for them if it is not
  /// held.
  void takeOver(SliceKey key, FetchedSlice slice) {
    if (slice.isBeingRead() && !has(key, slice.length())) {
      put(key, slice);
    }
    slice.moveTo(new StoredSlice(store, bytes(key), slice.length()));
  }

  /// The sealed form of a slice, or null if it is not held. Counts as a use of it, and brings it
  /// back into memory.
  ///
  /// @param how it is sealed; another way gives another form
  @Nullable Slice sealed(SliceKey key, String how) {
    byte[] name = sealedBytes(key, how);
    try (@Nullable Value value = store.get(name)) {
      return value == null || !isInMemory(name)
          ? null
          : new StoredSlice(store, name, (int) value.size());
    }
  }

  /// As [#sealed], a copy of it.
  @Nullable Slice copyOfSealed(SliceKey key, String how) {
    byte[] copy = store.copy(sealedBytes(key, how));
    return copy == null ? null : new CopiedSlice(copy);
  }

  /// Whether the sealed form of a slice is in memory.
  boolean hasSealed(SliceKey key, String how) {
    return isInMemory(sealedBytes(key, how));
  }

  /// Keeps the sealed form of a slice, or does not, if no room can be made.
  void putSealed(SliceKey key, String how, MemorySegment sealed) {
    Put _ = store.put(sealedBytes(key, how), sealed, LIFETIME);
  }

  /// Whether nobody will ask for the slice again.
  private boolean isPurged(SliceKey key) {
    return key.generation() < generations.of(key.object());
  }

  /// What is held now.
  public TieredStats stats() {
    return store.stats();
  }

  /// What was read from the SSD and written to it, if there is one.
  public Optional<IoStats> io() {
    return store.ssd().map(SsdTier::io);
  }

  /// Forgets what is in memory and gives that back. What is on the SSD stays there.
  @Override
  public void close() {
    store.close();
  }

  private boolean isInMemory(byte[] name) {
    try (@Nullable Value value = store.peekInMemory(name)) {
      return value != null;
    }
  }

  private byte[] bytes(SliceKey key) {
    return bytes(key.index(), name(key));
  }

  private byte[] sealedBytes(SliceKey key, String how) {
    return bytes(key.index() | SEALED, name(key) + '\0' + how);
  }

  private static String name(SliceKey key) {
    String name = key.object().bucket() + '\0' + key.etag() + '\0' + key.object().key();
    return key.generation() == 0 ? name : name + '\0' + key.generation();
  }

  /// A key as the tier knows it: neither bucket, ETag nor key contains a zero byte. A tier outlives
  /// the setting of how long a slice is, and an index is nothing without that.
  private byte[] bytes(long index, String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Long.BYTES + Integer.BYTES + utf8.length)
        .putLong(index)
        .putInt(sliceSize)
        .put(utf8)
        .array();
  }
}
