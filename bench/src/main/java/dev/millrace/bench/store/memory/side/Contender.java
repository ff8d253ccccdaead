package dev.millrace.bench.store.memory.side;

/// A cache under measurement, as thin a layer as can be. Safe for use by several threads.
///
/// @param <K> the form in which it takes keys
public interface Contender<K> extends AutoCloseable {
  /// The key of a number, made anew at each call.
  K key(int number);

  /// Room for so many keys.
  K[] keys(int count);

  /// Looks for a key, and reads the stamp of its value.
  ///
  /// @param room an array as long as the value, for what has to be copied; the caller has no other
  ///   use for it
  /// @return what [dev.millrace.bench.store.Stamp] read, or its MISS
  long read(K key, byte[] room);

  /// Stores a value, which the caller goes on to change afterwards.
  ///
  /// @throws IllegalStateException if it is refused
  void put(K key, byte[] value);

  /// Gives its memory back.
  @Override
  void close();
}
