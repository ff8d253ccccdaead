package dev.millrace.store.io;

import java.io.IOException;

/// The kernel gives us no ring. The message says why, for people to read.
final class RingRefusedException extends IOException {
  private static final long serialVersionUID = 1;

  RingRefusedException(String message) {
    super(message);
  }
}
