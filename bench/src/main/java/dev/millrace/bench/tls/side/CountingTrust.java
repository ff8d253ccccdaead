package dev.millrace.bench.tls.side;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Security;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/// The JDK's PKIX trust manager, which also checks the host name; counts what it is asked about
/// servers.
final class CountingTrust extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager inner;
  private final LongAdder count = new LongAdder();

  private CountingTrust(X509ExtendedTrustManager inner) {
    this.inner = inner;
  }

  /// Trusts the authority alone.
  static CountingTrust in(Identity identity) throws GeneralSecurityException, IOException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance("PKIX", Security.getProvider("SunJSSE"));
    factory.init(identity.trust());
    return new CountingTrust((X509ExtendedTrustManager) factory.getTrustManagers()[0]);
  }

  long count() {
    return count.sum();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    count.increment();
    inner.checkServerTrusted(chain, known(authType), engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    count.increment();
    inner.checkServerTrusted(chain, known(authType), socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    count.increment();
    inner.checkServerTrusted(chain, known(authType));
  }

  /// Conscrypt's word for TLS 1.3 is not known to the JDK's manager, which says UNKNOWN.
  private static String known(String authType) {
    return authType.equals("GENERIC") ? "UNKNOWN" : authType;
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    inner.checkClientTrusted(chain, authType, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    inner.checkClientTrusted(chain, authType, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    inner.checkClientTrusted(chain, authType);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return inner.getAcceptedIssuers();
  }
}
