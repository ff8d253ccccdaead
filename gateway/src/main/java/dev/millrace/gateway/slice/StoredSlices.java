package dev.millrace.gateway.slice;

import dev.millrace.store.memory.Draft;
import dev.millrace.store.memory.MemoryConfig;
import dev.millrace.store.memory.MemoryStats;
import dev.millrace.store.memory.MemoryTier;
import dev.millrace.store.memory.Reservation;
import dev.millrace.store.memory.Value;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The slices that are held in memory, off the Java heap, for as long as there is room.
///
/// Safe for use by any number of threads.
public final class StoredSlices implements AutoCloseable {
  /// Room for an entry's key, and for what the tier adds: the key of an object has 1,024 bytes at
  /// most.
  private static final int OVERHEAD = 4096;

  /// Few enough that a small tier has enough segments, and enough that the last slice of an object,
  /// which is shorter, leaves no large gap.
  private static final int SLICES_PER_SEGMENT = 4;

  private static final int ENOUGH_SEGMENTS = 64;

  private final MemoryTier tier;

  /// @param bytes the bound of all memory that the slices take up, at least [#leastBytes]
  /// @param sliceSize the length of the longest slice
  public StoredSlices(long bytes, int sliceSize) {
    int segment = sliceSize + OVERHEAD;
    boolean isLarge = bytes / segment >= (long) SLICES_PER_SEGMENT * ENOUGH_SEGMENTS;
    int segmentSize = isLarge ? SLICES_PER_SEGMENT * segment : segment;
    this.tier = MemoryTier.open(MemoryConfig.of(bytes).segmentSize(segmentSize));
  }

  /// The smallest memory that slices of that length can be held in.
  public static long leastBytes(int sliceSize) {
    return MemoryConfig.leastCapacity(sliceSize + OVERHEAD);
  }

  /// The slice, or null if it is not held. Counts as a use of it.
  @Nullable Slice get(SliceKey key) {
    byte[] name = bytes(key);
    try (@Nullable Value value = tier.get(name)) {
      return value == null ? null : new StoredSlice(tier, name, (int) value.size());
    }
  }

  /// Whether the slice is held.
  boolean has(SliceKey key) {
    try (@Nullable Value value = tier.peek(bytes(key))) {
      return value != null;
    }
  }

  /// Keeps a complete slice, at the expense of others if need be; or does not, if no room can be
  /// made.
  void put(SliceKey key, FetchedSlice slice) {
    switch (tier.reserve(bytes(key), slice.length())) {
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

  /// What is held now.
  public MemoryStats stats() {
    return tier.stats();
  }

  /// Forgets everything and gives the memory back.
  @Override
  public void close() {
    tier.close();
  }

  /// A key as the tier knows it: neither bucket, ETag nor key contains a zero byte.
  private static byte[] bytes(SliceKey key) {
    String name = key.object().bucket() + '\0' + key.etag() + '\0' + key.object().key();
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Long.BYTES + utf8.length).putLong(key.index()).put(utf8).array();
  }
}
