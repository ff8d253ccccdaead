package dev.millrace.s3.http;

import java.io.IOException;

/// All connections that there may be are in use, and none became free in time.
public final class NoConnectionFreeException extends IOException {
  private static final long serialVersionUID = 1;

  NoConnectionFreeException(String message) {
    super(message);
  }
}
