package dev.millrace.s3.transfer;

import java.io.IOException;

/// A download whose bytes are not those that the service has promised, or that promised nothing
/// where it should have.
public final class VerificationException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean mismatch;

  VerificationException(String message, boolean mismatch) {
    super(message);
    this.mismatch = mismatch;
  }

  /// Whether the bytes are others than promised; otherwise nothing was promised.
  public boolean isMismatch() {
    return mismatch;
  }
}
