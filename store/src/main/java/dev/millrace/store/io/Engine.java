package dev.millrace.store.io;

/// What carries requests out. Safe for use by several threads.
sealed interface Engine permits PositionalEngine, UringEngine {
  EngineFacts facts();

  /// Hands a request over. It ends in any case.
  void submit(Request request);

  /// Makes a file known before anything is asked of it.
  ///
  /// @throws DeviceException if that is refused
  void attach(DirectFile file) throws DeviceException;

  /// Forgets a file of which nothing is under way.
  void detach(DirectFile file);

  IoStats stats();

  /// Ends the threads. Nothing may be under way or asked afterwards.
  void close();
}
