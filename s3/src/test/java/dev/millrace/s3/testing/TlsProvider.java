package dev.millrace.s3.testing;

import dev.millrace.s3.TrustAnchors;
import dev.millrace.tls.MillraceProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;

/// Whose TLS a client speaks.
public enum TlsProvider {
  JDK,
  MILLRACE;

  /// A context with its own sessions.
  ///
  /// @param anchors a file of the certificates that it trusts
  public SSLContext client(Path anchors) throws IOException, GeneralSecurityException {
    return switch (this) {
      case JDK -> TrustAnchors.sslContext(anchors);
      case MILLRACE -> {
        SSLContext context = SSLContext.getInstance("TLS", new MillraceProvider());
        context.init(null, TrustAnchors.trustManagers(anchors), null);
        yield context;
      }
    };
  }
}
