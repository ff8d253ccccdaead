package dev.millrace.gateway.slice;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/// Slices on the Java heap, bounded by the sum of their lengths in bytes.
public final class MemoryTier implements SliceTier {
  private final Cache<SliceKey, Slice> slices;

  public MemoryTier(long bytes) {
    slices =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher((SliceKey _, Slice slice) -> slice.length())
            // Evicting on the thread that puts keeps the overshoot to what is being put.
            .executor(Runnable::run)
            .build();
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
