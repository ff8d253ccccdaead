package dev.millrace.s3;

import dev.millrace.s3.credentials.CredentialsException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.Set;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/// Which failures another attempt may not meet again.
final class Failures {
  private static final Set<Integer> TRANSIENT_STATUSES = Set.of(408, 429, 500, 502, 503, 504);

  private Failures() {}

  /// Whether asking again may help: where the service was busy or broken, or the connection failed.
  /// It does not help where the service has refused, where TLS does not trust it, where keys are
  /// missing, or where somebody has interrupted or aborted the request.
  static boolean isTransient(IOException failure) {
    return switch (failure) {
      case S3Exception answer ->
          TRANSIENT_STATUSES.contains(answer.status()) || answer.code().equals("RequestTimeout");
      case CredentialsException _, SSLHandshakeException _, SSLPeerUnverifiedException _ -> false;
      case SocketTimeoutException _ -> true;
      case InterruptedIOException _ -> false;
      default -> true;
    };
  }
}
