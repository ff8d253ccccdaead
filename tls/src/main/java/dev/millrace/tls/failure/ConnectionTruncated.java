package dev.millrace.tls.failure;

import org.jspecify.annotations.Nullable;

/// The transport ended without a `close_notify`: the connection may have been cut by an attacker
/// (RFC 8446, section 6.1).
public final class ConnectionTruncated extends TlsFailure {
  private static final long serialVersionUID = 1L;

  public ConnectionTruncated() {
    super("the connection ended without close_notify", null);
  }

  @Override
  public @Nullable Alert alert() {
    return null;
  }

  @Override
  public String reason() {
    return "TRUNCATED";
  }
}
