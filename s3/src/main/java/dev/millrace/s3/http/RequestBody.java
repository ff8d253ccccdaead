package dev.millrace.s3.http;

import java.io.IOException;
import java.io.OutputStream;

/// What a request carries.
public interface RequestBody {
  /// The length in bytes; -1 where it is not known before, and the body goes out in chunks.
  long length();

  /// Writes the body, exactly [#length()] bytes where that is known. Called at most once.
  void writeTo(OutputStream out) throws IOException;
}
