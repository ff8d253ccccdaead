package dev.millrace.bench.s3.link.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/// What anyone would write: a stream of the object, copied into the file. The object is one that
/// everybody may read.
record LoopDownload(URI object) implements FileDownload {
  @Override
  public void to(Path file) throws IOException {
    try (InputStream in = object.toURL().openStream()) {
      Files.copy(in, file);
    }
  }
}
