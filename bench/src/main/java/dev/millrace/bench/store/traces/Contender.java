package dev.millrace.bench.store.traces;

/// A cache at work, asked for keys by one thread.
interface Contender extends AutoCloseable {
  /// Asks for the value of a key, and puts it if it is not there.
  ///
  /// @return whether it was there
  /// @throws IllegalStateException if what was there is not the value of this key
  boolean request(int key);

  @Override
  void close();
}
