package dev.millrace.bench.gateway;

import dev.millrace.bench.process.CpuTime;
import dev.millrace.bench.process.MemoryUse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/// A server under measurement, listening on loopback.
///
/// @param name what it is called in messages and results
/// @param version which release of it runs
/// @param processes those whose processor time and memory, descendants included, are the server's
record Server(String name, String version, int port, List<ProcessHandle> processes) {
  /// The header by which peers tell whether an answer came from their cache.
  static final String CACHE_STATUS = "X-Cache-Status";

  URI uri(SampleObject object) {
    return URI.create("https://127.0.0.1:%d%s".formatted(port, path(object)));
  }

  static String path(SampleObject object) {
    return "/%s/%s".formatted(Site.BUCKET, object.fileName());
  }

  Duration cpuTime() throws IOException {
    Duration sum = Duration.ZERO;
    for (ProcessHandle process : processes) {
      sum = sum.plus(CpuTime.of(process));
    }
    return sum;
  }

  /// In bytes.
  long memory() throws IOException {
    long sum = 0;
    for (ProcessHandle process : processes) {
      sum += MemoryUse.of(process);
    }
    return sum;
  }
}
