package dev.millrace.bench.s3.client;

import java.io.IOException;
import java.net.URI;

/// A client of one side, with whatever it keeps from one download to the next.
///
/// Safe for use by several threads.
@FunctionalInterface
public interface Client {
  /// Prepares downloads for one thread.
  ///
  /// @param object its path is a bucket and a key of one segment each
  Download of(URI object) throws IOException;
}
