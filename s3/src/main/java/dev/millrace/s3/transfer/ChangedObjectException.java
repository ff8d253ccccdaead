package dev.millrace.s3.transfer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// An object that became another version while it was downloaded.
public final class ChangedObjectException extends IOException {
  private static final long serialVersionUID = 1;

  ChangedObjectException(String message, @Nullable IOException cause) {
    super(message, cause);
  }
}
