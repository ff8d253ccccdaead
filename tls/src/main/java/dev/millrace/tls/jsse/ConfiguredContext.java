package dev.millrace.tls.jsse;

import dev.millrace.tls.TlsConfig;
import java.security.Provider;
import javax.net.ssl.SSLContext;

/// A context with a configuration of its own.
public final class ConfiguredContext extends SSLContext {
  public ConfiguredContext(Provider provider, TlsConfig config) {
    super(new ContextSpi(ContextKind.TLS, config), provider, ContextKind.TLS.algorithm());
  }
}
