package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.ShimOptions;
import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.CertificateRejected;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Trusts every peer, or none, as the test orders. What it checks is never the certificate: whether
/// a chain is good is a question for the application's trust manager, not for the protocol.
public final class OrderedTrust extends X509ExtendedTrustManager {
  private final boolean refuses;
  private final boolean refusesStatus;
  private final boolean expectsStatus;
  private final Alert alert;
  private final X509Certificate[] issuers;

  /// @param model any certificate, if issuers are to be named
  public OrderedTrust(ShimOptions options, List<X509Certificate> model) {
    this.refuses = options.has(Flag.VERIFY_FAIL) && options.verifiesPeer();
    this.refusesStatus = options.has(Flag.FAIL_OCSP_CALLBACK);
    this.expectsStatus = options.has(Flag.EXPECT_OCSP_RESPONSE);
    this.alert =
        options.has(Flag.USE_CUSTOM_VERIFY_CALLBACK)
            ? Alert.CERTIFICATE_UNKNOWN
            : Alert.HANDSHAKE_FAILURE;
    this.issuers =
        options.text(Flag.USE_CLIENT_CA_LIST).map(IssuerNames::parse).orElse(List.of()).stream()
            .map(name -> new NamedIssuer(name, model.getFirst()))
            .toArray(X509Certificate[]::new);
  }

  private void check() throws CertificateException {
    if (refuses) {
      // With the alert that BoringSSL's shim sends; JSSE would have the provider choose.
      throw new CertificateException(
          new CertificateRejected(alert, "the test wants no certificate to be trusted", null));
    }
  }

  private void checkStatus(ExtendedSSLSession session) throws CertificateException {
    if (expectsStatus && session.getStatusResponses().isEmpty()) {
      throw new CertificateException("no OCSP response is there yet");
    }
    if (refusesStatus) {
      throw new CertificateException(
          new CertificateRejected(
              Alert.BAD_CERTIFICATE_STATUS_RESPONSE,
              "the test wants no OCSP response to be good",
              null));
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check();
    checkStatus((ExtendedSSLSession) engine.getHandshakeSession());
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check();
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return issuers.clone();
  }
}
