package dev.millrace.cache;

/// Waiting for another thread that is between two steps which wait for nothing themselves.
final class BriefWait {
  private BriefWait() {}

  /// Lets others run first. Spinning alone would be wrong where the other thread has lost its
  /// processor to this one, and parking would cost more than what is waited for.
  @SuppressWarnings("ThreadPriorityCheck") // a hint to the scheduler is what is meant
  static void pause() {
    Thread.yield();
  }
}
