package dev.millrace.store.libc;

/// What a call through a method handle may throw, of which a C function throws nothing.
final class Calls {
  private Calls() {}

  /// Throws what the JVM itself threw; to be thrown, so that the compiler knows that nothing
  /// follows.
  static AssertionError unexpected(Throwable thrown) {
    switch (thrown) {
      case Error e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new AssertionError(thrown);
    }
  }
}
