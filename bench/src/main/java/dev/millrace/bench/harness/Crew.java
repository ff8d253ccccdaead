package dev.millrace.bench.harness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Threads that work at the same time.
public final class Crew {
  private final ExecutorService threads;

  public Crew(int size) {
    threads = Executors.newFixedThreadPool(size, Thread.ofPlatform().daemon().factory());
  }

  /// Does all of the work, no more of it than there are threads.
  ///
  /// @throws IOException if any of it fails
  public <T> List<T> run(List<Callable<T>> work) throws IOException, InterruptedException {
    List<T> results = new ArrayList<>();
    for (Future<T> each : threads.invokeAll(work)) {
      try {
        results.add(each.get());
      } catch (ExecutionException e) {
        throw new IOException(e.getCause());
      }
    }
    return results;
  }
}
