package dev.millrace.tls.jsse;

import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.testing.TestIdentity;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// Contexts that have an identity and trust it: ours, and the JDK's to talk to.
enum TestContexts {
  OURS {
    @Override
    SSLContext with(TestIdentity identity) throws GeneralSecurityException {
      return with(TlsConfig.defaults(), identity);
    }
  },
  JDK {
    @Override
    SSLContext with(TestIdentity identity) throws GeneralSecurityException {
      SSLContext context = SSLContext.getInstance("TLS", "SunJSSE");
      context.init(keyManagers(identity), trustManagers(identity), null);
      return context;
    }
  };

  abstract SSLContext with(TestIdentity identity) throws GeneralSecurityException;

  static SSLContext with(TlsConfig config, TestIdentity identity) throws GeneralSecurityException {
    return config.newContext(keyManagers(identity), trustManagers(identity), null);
  }

  static KeyManager[] keyManagers(TestIdentity identity) throws GeneralSecurityException {
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(identity.keyStore(), TestIdentity.password());
    return factory.getKeyManagers();
  }

  static TrustManager[] trustManagers(TestIdentity identity) throws GeneralSecurityException {
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    KeyStore trusted = identity.trustStore();
    factory.init(trusted);
    return factory.getTrustManagers();
  }
}
