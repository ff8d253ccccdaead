package dev.millrace.bench.s3.client;

import java.io.IOException;

/// An object that one thread downloads over and over.
@FunctionalInterface
public interface Download {
  /// Downloads it once and reads it to its end.
  void run(Sink sink) throws IOException, InterruptedException;
}
