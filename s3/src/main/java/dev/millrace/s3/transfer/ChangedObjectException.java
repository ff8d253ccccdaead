package dev.millrace.s3.transfer;

import java.io.IOException;

/// An object that became another version while it was downloaded.
public final class ChangedObjectException extends IOException {
  private static final long serialVersionUID = 1;

  ChangedObjectException(String message, IOException cause) {
    super(message, cause);
  }
}
