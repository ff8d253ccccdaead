package dev.millrace.s3.http;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Something that another thread is doing.
///
/// @param <T> what comes of it
record Started<T>(Thread thread, FutureTask<T> task) {
  static <T> Started<T> on(boolean virtual, Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread =
        virtual ? Thread.ofVirtual().start(task) : Thread.ofPlatform().daemon().start(task);
    return new Started<>(thread, task);
  }

  T result() throws Exception {
    return task.get();
  }

  /// What it failed with.
  Throwable failure() throws InterruptedException {
    try {
      T result = task.get();
      throw new AssertionError("it came to " + result);
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }
}
