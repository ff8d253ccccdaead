package dev.millrace.tls.failure;

import org.jspecify.annotations.Nullable;

/// Something failed on this side: a key manager threw, a private key cannot sign, an algorithm is
/// not there.
public final class LocalFailure extends TlsFailure {
  private static final long serialVersionUID = 1L;

  public LocalFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  @Override
  public Alert alert() {
    return Alert.INTERNAL_ERROR;
  }

  @Override
  public String reason() {
    return "LOCAL_FAILURE";
  }
}
