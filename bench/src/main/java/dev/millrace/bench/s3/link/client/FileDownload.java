package dev.millrace.bench.s3.link.client;

import java.io.IOException;
import java.nio.file.Path;

/// A download of one object, made as often as it is asked for.
///
/// For one thread.
@FunctionalInterface
public interface FileDownload {
  /// Downloads the object into a file that does not exist yet.
  void to(Path file) throws IOException;
}
