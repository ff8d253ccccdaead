package dev.millrace.gateway.slice;

import org.jspecify.annotations.Nullable;

/// A place where complete slices are kept for as long as there is room.
///
/// A tier may forget any slice at any time. Safe for use by any number of threads.
public interface SliceTier extends AutoCloseable {
  /// The slice, or null if the tier does not hold it.
  @Nullable Slice get(SliceKey key);

  /// Keeps a complete slice, at the expense of others if need be.
  void put(SliceKey key, Slice slice);

  /// Forgets everything and gives back what it was kept in.
  @Override
  void close();
}
