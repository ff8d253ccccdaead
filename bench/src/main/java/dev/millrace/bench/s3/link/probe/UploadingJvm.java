package dev.millrace.bench.s3.link.probe;

import dev.millrace.bench.s3.link.client.Uploads;
import java.net.URI;
import java.nio.file.Path;

/// The program of a JVM that uploads, and ends. Its exit status tells whether it could.
public final class UploadingJvm {
  private UploadingJvm() {}

  /// @param arguments a file, and the endpoint that it is uploaded to
  static void main(String[] arguments) {
    try {
      Uploads.of(Path.of(arguments[0]), URI.create(arguments[1]));
      System.exit(0);
    } catch (RuntimeException | LinkageError e) {
      e.printStackTrace();
      System.err.println(e);
      System.exit(1);
    }
  }
}
