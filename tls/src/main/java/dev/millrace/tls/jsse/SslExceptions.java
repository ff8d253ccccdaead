package dev.millrace.tls.jsse;

import dev.millrace.tls.failure.CertificateRejected;
import dev.millrace.tls.failure.ConnectionTruncated;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.PeerSentAlert;
import dev.millrace.tls.failure.TlsFailure;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLProtocolException;

/// The one place where failures become the exceptions of JSSE.
final class SslExceptions {
  private SslExceptions() {}

  /// A fresh exception, whose stack is that of whoever used the connection.
  ///
  /// The failure is the cause. Of a rejected certificate the cause is what the trust manager threw,
  /// since applications look for it there; the failure is a suppressed exception then.
  ///
  /// @param handshaking whether the handshake was not complete
  static SSLException of(TlsFailure failure, boolean handshaking) {
    SSLException exception = ofKind(failure, handshaking);
    if (failure.getCause() instanceof CertificateException rejection) {
      exception.initCause(rejection);
      exception.addSuppressed(failure);
    } else {
      exception.initCause(failure);
    }
    return exception;
  }

  private static SSLException ofKind(TlsFailure failure, boolean handshaking) {
    String message = failure.getMessage();
    if (handshaking) {
      return new SSLHandshakeException(message);
    }
    return switch (failure) {
      case PeerMisbehaved _, ConnectionTruncated _ -> new SSLProtocolException(message);
      case CertificateRejected _, PeerIncompatible _ -> new SSLHandshakeException(message);
      case PeerSentAlert _, LocalFailure _ -> new SSLException(message);
    };
  }
}
