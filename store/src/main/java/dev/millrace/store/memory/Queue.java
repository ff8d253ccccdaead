package dev.millrace.store.memory;

/// Which of the two queues of S3-FIFO a segment is in.
enum Queue {
  /// Of entries that are new, and may never be asked for again.
  SMALL,

  /// Of entries that were asked for.
  MAIN
}
