package dev.millrace.s3.http;

import java.io.IOException;

/// A connection that had been kept alive was closed by the server before it began to answer. It has
/// most likely not seen the request: one that may be made twice should be made again at once.
public final class StaleConnectionException extends IOException {
  private static final long serialVersionUID = 1;

  StaleConnectionException(IOException cause) {
    super("the connection was closed while it was kept alive", cause);
  }
}
