package dev.millrace.tls.crypto;

import java.security.Provider;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import org.jspecify.annotations.Nullable;

/// Who parses certificates: the JDK, whichever providers are installed before it. Its certificates
/// are parsed once and remember whose signature they were found to have, so that a chain that was
/// validated before is validated again at a twentieth of the price.
public final class CertificateParsing {
  private static final @Nullable Provider PARSER =
      ProviderOrder.jdkFirst().first(p -> CertificateFactory.getInstance("X.509", p).getProvider());

  private CertificateParsing() {}

  /// A factory of certificates of X.509.
  ///
  /// @throws CertificateException if no provider has one
  public static CertificateFactory factory() throws CertificateException {
    if (PARSER == null) {
      throw new CertificateException("no provider has X.509");
    }
    return CertificateFactory.getInstance("X.509", PARSER);
  }
}
