package dev.millrace.seal.codec;

import java.io.IOException;

/// A block does not decompress to what it should.
public final class MalformedBlockException extends IOException {
  private static final long serialVersionUID = 1;

  MalformedBlockException(String message) {
    super(message);
  }

  MalformedBlockException(String message, Throwable cause) {
    super(message, cause);
  }
}
