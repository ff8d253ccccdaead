package dev.millrace.s3.transfer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A file that cannot be written. The message names it and says why, in one line.
public final class TargetException extends IOException {
  private static final long serialVersionUID = 1;

  TargetException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
