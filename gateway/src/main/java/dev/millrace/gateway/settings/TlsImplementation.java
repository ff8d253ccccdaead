package dev.millrace.gateway.settings;

import dev.millrace.tls.TlsConfig;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// Whose TLS protects connections, to clients and to the origin.
public enum TlsImplementation {
  /// Millrace's own.
  MILLRACE,
  /// The one that the JDK prefers.
  JDK;

  /// A context of this implementation.
  ///
  /// @param keys null for none
  /// @param trust null for what the JDK trusts
  public SSLContext context(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust)
      throws GeneralSecurityException {
    return context(keys, trust, TlsConfig.defaults());
  }

  /// A context of this implementation.
  ///
  /// @param keys null for none
  /// @param trust null for what the JDK trusts
  /// @param config of Millrace's own; the JDK's cannot be told as much
  public SSLContext context(
      KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, TlsConfig config)
      throws GeneralSecurityException {
    return switch (this) {
      case MILLRACE -> config.newContext(keys, trust, null);
      case JDK -> {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust, null);
        yield context;
      }
    };
  }
}
