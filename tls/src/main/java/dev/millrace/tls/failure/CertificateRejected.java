package dev.millrace.tls.failure;

import org.jspecify.annotations.Nullable;

/// The peer's certificate was not accepted: by the trust manager, whose exception is the cause, or
/// because its key cannot be used.
public final class CertificateRejected extends TlsFailure {
  private static final long serialVersionUID = 1L;

  private final Alert alert;

  public CertificateRejected(Alert alert, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.alert = alert;
  }

  @Override
  public Alert alert() {
    return alert;
  }

  @Override
  public String reason() {
    return "CERTIFICATE_REJECTED";
  }
}
