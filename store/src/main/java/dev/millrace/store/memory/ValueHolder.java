package dev.millrace.store.memory;

/// Who keeps a value's bytes in place while it is open.
@FunctionalInterface
public interface ValueHolder {
  /// Called once, when the value is closed.
  ///
  /// @param token what the value was made with
  void release(long token);
}
