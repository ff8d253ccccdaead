package dev.millrace.s3.transfer;

import java.io.IOException;

/// A download whose bytes are not those that the service has promised, or that promised nothing
/// where it should have.
public final class VerificationException extends IOException {
  private static final long serialVersionUID = 1;

  VerificationException(String message) {
    super(message);
  }
}
