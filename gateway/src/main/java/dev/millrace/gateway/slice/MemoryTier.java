package dev.millrace.gateway.slice;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/// Slices on the Java heap, bounded by the bytes that they take up there: their own, and those of
/// the objects that hold them, which count when slices are small.
public final class MemoryTier implements SliceTier {
  /// What a slice takes up beside its bytes and its key: about 480 bytes were measured.
  private static final int OVERHEAD = 512;

  private final Cache<SliceKey, Slice> slices;

  public MemoryTier(long bytes) {
    slices =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher(MemoryTier::weight)
            // Evicting on the thread that puts keeps the overshoot to what is being put.
            .executor(Runnable::run)
            .build();
  }

  private static int weight(SliceKey key, Slice slice) {
    return slice.length() + OVERHEAD + 2 * key.object().key().length();
  }

  @Override
  public @Nullable Slice get(SliceKey key) {
    return slices.getIfPresent(key);
  }

  @Override
  public void put(SliceKey key, Slice slice) {
    slices.put(key, slice);
  }

  @Override
  public void close() {
    slices.invalidateAll();
  }

  /// The bytes held now.
  long bytes() {
    slices.cleanUp();
    return slices.policy().eviction().orElseThrow().weightedSize().orElseThrow();
  }
}
