package dev.millrace.tls.failure;

import org.jspecify.annotations.Nullable;

/// Why a connection cannot go on: the one type of failure inside this module. Its kinds say whose
/// fault it is; each knows the [#alert] that the peer is told. Where failures leave the module they
/// become the exceptions of JSSE, at one place.
///
/// Failures have no stack trace: most of them are the peer's doing, and peers can cause them at any
/// rate they like.
public abstract sealed class TlsFailure extends Exception
    permits PeerMisbehaved,
        PeerIncompatible,
        CertificateRejected,
        PeerSentAlert,
        ConnectionTruncated,
        LocalFailure {

  private static final long serialVersionUID = 1L;

  TlsFailure(String message, @Nullable Throwable cause) {
    super(message, cause, false, false);
  }

  /// What the peer is told, or null if it is to be told nothing.
  public abstract @Nullable Alert alert();

  /// A short name for the reason, the same for all failures of its kind: for metrics and tests.
  public abstract String reason();
}
