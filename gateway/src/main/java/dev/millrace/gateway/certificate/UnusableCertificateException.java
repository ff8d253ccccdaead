package dev.millrace.gateway.certificate;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// There is no certificate to serve with. The message is one line for the user: the file, the cause
/// and the remedy.
public final class UnusableCertificateException extends IOException {
  private static final long serialVersionUID = 1;

  UnusableCertificateException(String line, @Nullable Throwable cause) {
    super(line, cause);
  }
}
