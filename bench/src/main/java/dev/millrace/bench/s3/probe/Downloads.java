package dev.millrace.bench.s3.probe;

import dev.millrace.bench.harness.Crew;
import dev.millrace.bench.s3.client.Client;
import dev.millrace.bench.s3.client.Download;
import dev.millrace.bench.s3.client.Sink;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/// A [Load] at work: in each thread a download that is made over and over.
final class Downloads {
  private final URI object;
  private final long size;
  private final Crew crew;
  private final List<Worker> workers = new ArrayList<>();

  /// Makes each thread's first download, and looks at its bytes.
  ///
  /// @param root the folder that is served
  Downloads(Client client, Path root, Load load, Crew crew)
      throws IOException, InterruptedException {
    object = load.object();
    this.crew = crew;
    Path file = root.resolve(object.getPath().substring(1));
    size = Files.size(file);
    long checksum = checksum(file);
    for (int i = 0; i < load.threads(); i++) {
      Worker worker = new Worker(client.of(object));
      worker.check(checksum);
      workers.add(worker);
    }
  }

  private static long checksum(Path file) throws IOException {
    Sink sink = Sink.checking();
    try (var in = Files.newInputStream(file)) {
      sink.drain(in);
    }
    return sink.checksum();
  }

  /// Lets all threads download until the time is over, and each at least once.
  Batch run(long nanos) throws IOException, InterruptedException {
    return Timings.batch(
        crew.run(
            workers.stream().<Callable<Timings>>map(worker -> () -> worker.run(nanos)).toList()));
  }

  private final class Worker {
    private final Download download;
    private final Sink sink = Sink.counting();

    Worker(Download download) {
      this.download = download;
    }

    void check(long checksum) throws IOException, InterruptedException {
      Sink checking = Sink.checking();
      downloadTo(checking);
      if (checking.checksum() != checksum) {
        throw new IOException("other bytes than those of " + object);
      }
    }

    Timings run(long nanos) throws IOException, InterruptedException {
      Timings timings = new Timings();
      long start = System.nanoTime();
      long before = start;
      do {
        downloadTo(sink);
        long after = System.nanoTime();
        timings.add(after - before);
        before = after;
      } while (before - start < nanos);
      return timings;
    }

    private void downloadTo(Sink target) throws IOException, InterruptedException {
      download.run(target);
      long count = target.resetCount();
      if (count != size) {
        throw new IOException("%d bytes instead of %d of %s".formatted(count, size, object));
      }
    }
  }
}
