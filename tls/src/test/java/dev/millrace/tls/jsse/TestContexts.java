package dev.millrace.tls.jsse;

import dev.millrace.tls.MillraceProvider;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.testing.TestIdentity;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Provider;
import java.security.Security;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// Contexts that have an identity and trust it: ours, and the JDK's to talk to.
public enum TestContexts {
  OURS {
    @Override
    public SSLContext with(TestIdentity identity) throws GeneralSecurityException {
      return with(TlsConfig.defaults(), identity);
    }

    @Override
    Provider provider() {
      return new MillraceProvider();
    }
  },
  JDK {
    @Override
    public SSLContext with(TestIdentity identity) throws GeneralSecurityException {
      return named("TLS", identity);
    }

    @Override
    Provider provider() {
      return Security.getProvider("SunJSSE");
    }
  };

  public abstract SSLContext with(TestIdentity identity) throws GeneralSecurityException;

  abstract Provider provider();

  /// One as applications ask for it, by the name of the version that its clients start with.
  public SSLContext named(String version, TestIdentity identity) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance(version, provider());
    context.init(keyManagers(identity), trustManagers(identity), null);
    return context;
  }

  static SSLContext with(TlsConfig config, TestIdentity identity) throws GeneralSecurityException {
    return config.newContext(keyManagers(identity), trustManagers(identity), null);
  }

  public static KeyManager[] keyManagers(TestIdentity identity) throws GeneralSecurityException {
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(identity.keyStore(), TestIdentity.password());
    return factory.getKeyManagers();
  }

  public static TrustManager[] trustManagers(TestIdentity identity)
      throws GeneralSecurityException {
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    KeyStore trusted = identity.trustStore();
    factory.init(trusted);
    return factory.getTrustManagers();
  }
}
