package dev.millrace.s3.credentials;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Keys that were looked for and not found, or found in disorder. The message is one line that says
/// where they were looked for.
public final class CredentialsException extends IOException {
  private static final long serialVersionUID = 1;

  public CredentialsException(String line, @Nullable Throwable cause) {
    super(line, cause);
  }
}
