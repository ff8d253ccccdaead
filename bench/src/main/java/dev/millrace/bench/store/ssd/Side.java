package dev.millrace.bench.store.ssd;

import java.util.Locale;

/// Who reads.
enum Side {
  /// Ours, by virtual threads, as many as there are reads under way, each in a blocking call.
  MILLRACE,
  /// Ours, by one thread per queue that asks for all at once and waits for all.
  MILLRACE_BATCH,
  /// Ours without io_uring, by blocking virtual threads.
  MILLRACE_POSITIONAL,
  /// fio, one process per queue.
  FIO;

  /// What it is called in results.
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
