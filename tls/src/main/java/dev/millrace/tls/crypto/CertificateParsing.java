package dev.millrace.tls.crypto;

import dev.millrace.cache.SessionCache;
import java.io.ByteArrayInputStream;
import java.security.Provider;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Who parses certificates: the JDK, whichever providers are installed before it. Its certificates
/// remember whose signature they were found to have, so that a chain that was validated before is
/// validated again at a twentieth of the price.
///
/// The same bytes give the same certificate, as long as it is among the last [#KEPT]. The JDK does
/// likewise, but under one lock, and after it has copied the bytes four times.
public final class CertificateParsing {
  private static final int KEPT = 256;
  private static final byte SEQUENCE = 0x30;

  private static final @Nullable Provider PARSER =
      ProviderOrder.jdkFirst().first(p -> CertificateFactory.getInstance("X.509", p).getProvider());
  private static final SessionCache<Der, X509Certificate> PARSED =
      SessionCache.bounded(KEPT, ChronoUnit.FOREVER.getDuration());

  private CertificateParsing() {}

  private record Der(byte[] bytes) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Der that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }

  /// The certificate of X.509 that some bytes are, in DER.
  ///
  /// @param der not to be changed
  /// @throws CertificateException if they are anything else, or no provider can tell
  public static X509Certificate parse(byte[] der) throws CertificateException {
    Der key = new Der(der);
    X509Certificate known = PARSED.get(key);
    if (known == null) {
      known = parsed(der);
      PARSED.put(key, known);
    }
    return known;
  }

  private static X509Certificate parsed(byte[] der) throws CertificateException {
    if (PARSER == null) {
      throw new CertificateException("no provider has X.509");
    }
    if (der.length == 0 || der[0] != SEQUENCE) {
      throw new CertificateException("not in DER"); // but maybe in PEM, which the JCA takes too
    }
    ByteArrayInputStream in = new ByteArrayInputStream(der);
    X509Certificate certificate =
        (X509Certificate) CertificateFactory.getInstance("X.509", PARSER).generateCertificate(in);
    if (in.available() > 0) {
      throw new CertificateException("more than a certificate");
    }
    return certificate;
  }
}
