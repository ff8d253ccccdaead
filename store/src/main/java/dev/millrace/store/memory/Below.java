package dev.millrace.store.memory;

import java.lang.foreign.MemorySegment;

/// The tier below the memory tier, which takes what that evicts.
///
/// Called with locks of the memory tier held: it must not wait, throw, or call the memory tier. For
/// one hash, the calls come one after the other, in the order of the events that they tell of.
public interface Below {
  /// The lifetime of what does not expire, in nanoseconds.
  long FOREVER = Expiry.FOREVER;

  /// Takes nothing.
  Below NOTHING =
      new Below() {
        @Override
        public void evicted(
            long hash,
            MemorySegment memory,
            long key,
            int keyLength,
            long value,
            int valueLength,
            long lifetime) {}

        @Override
        public void replaced(long hash) {}
      };

  /// An entry that was asked for since it came is leaving memory, and has not expired.
  ///
  /// @param hash of its key
  /// @param memory what key and value lie in, to be read during the call only
  /// @param key where the key lies
  /// @param value where the value lies
  /// @param lifetime what is left of it, in nanoseconds; [#FOREVER] if it does not expire
  void evicted(
      long hash,
      MemorySegment memory,
      long key,
      int keyLength,
      long value,
      int valueLength,
      long lifetime);

  /// An entry whose key has this hash was put, or removed: what is held under it is of the past.
  void replaced(long hash);
}
