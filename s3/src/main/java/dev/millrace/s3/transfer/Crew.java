package dev.millrace.s3.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The workers of a download, each in a thread of its own, of the platform: they write files, which
/// would hold the carriers of virtual ones. For one thread.
final class Crew {
  private final Supplier<Worker> workers;
  private final List<Thread> threads = new ArrayList<>();

  Crew(Supplier<Worker> workers) {
    this.workers = workers;
  }

  void start(Worker worker) {
    threads.add(Thread.ofPlatform().daemon().name("millrace-download").start(worker));
  }

  void add(int count) {
    for (int i = 0; i < count; i++) {
      start(workers.get());
    }
  }

  /// Waits until all have ended, however often this thread is interrupted meanwhile.
  void join() {
    boolean interrupted = Thread.interrupted();
    for (Thread thread : threads) {
      for (boolean ended = false; !ended; ) {
        try {
          thread.join();
          ended = true;
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
