package dev.millrace.tls.jsse;

import dev.millrace.tls.TlsConfig;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import javax.net.ssl.SSLContextSpi;

/// The contexts that the provider offers, by their names in JSSE.
public enum ContextKind {
  TLS("TLS"),
  TLS_1_3("TLSv1.3"),
  /// A client starts with TLS 1.2 alone; a server, as in the JDK, with all versions.
  TLS_1_2("TLSv1.2"),
  /// Initialized already, by what the system properties say.
  DEFAULT("Default");

  private final String algorithm;

  ContextKind(String algorithm) {
    this.algorithm = algorithm;
  }

  public String algorithm() {
    return algorithm;
  }

  /// A context with the default configuration.
  ///
  /// @throws NoSuchAlgorithmException if the default context cannot be initialized
  public SSLContextSpi newContext() throws NoSuchAlgorithmException {
    ContextSpi context = new ContextSpi(this, TlsConfig.defaults());
    if (this == DEFAULT) {
      DefaultKeys.initialize(context);
    }
    return context;
  }

  /// The versions that a client starts with, where no property says otherwise.
  List<String> clientProtocols() {
    return this == TLS_1_2 ? List.of("TLSv1.2") : SupportedNames.protocols();
  }
}
