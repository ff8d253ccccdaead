package dev.millrace.bench.store.traces.policy;

/// A cache of entries that are all alike in size, of which nothing is kept but their keys. For one
/// thread.
public sealed interface Policy permits Fifo, Lru, S3Fifo, Sieve {
  /// Asks for a key, and takes it in if it is not there.
  ///
  /// @param key from 0 up to, but not including, the number of keys that the policy was made for
  /// @return whether it was there
  boolean request(int key);
}
