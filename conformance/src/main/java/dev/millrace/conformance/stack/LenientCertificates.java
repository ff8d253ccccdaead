package dev.millrace.conformance.stack;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.security.cert.CRL;
import java.security.cert.CRLException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateFactorySpi;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;

/// Parses certificates as the JDK does, and also those of BoGo. Their subjects are empty, and their
/// alternative names are not marked as critical, as RFC 5280, section 4.1.2.6, wants them then: the
/// JDK refuses to parse such a certificate, so that no handshake would get anywhere.
///
/// Such a certificate is parsed with the mark added. It encodes to the bytes that came.
public final class LenientCertificates extends CertificateFactorySpi {
  /// The object identifier of the extension, and the tag of its value: where it is critical,
  /// another tag would follow.
  private static final byte[] UNMARKED_NAMES = {0x06, 0x03, 0x55, 0x1D, 0x11, 0x04};

  private static final byte[] MARK = {0x01, 0x01, (byte) 0xFF};

  private static final Provider SUN = Security.getProvider("SUN");

  private final CertificateFactory strict;

  /// For [Provider]; see [#install].
  public LenientCertificates() throws GeneralSecurityException {
    this.strict = CertificateFactory.getInstance("X.509", SUN);
  }

  /// Lets the whole JVM parse certificates so.
  public static void install() {
    Security.removeProvider(SUN.getName());
    Security.insertProviderAt(new Lenient(), 1);
  }

  /// Takes the place of the JDK's provider, and its name, by which it is asked for certificates.
  private static final class Lenient extends Provider {
    private static final long serialVersionUID = 1;

    private final transient Service certificates =
        new Service(
            this, "CertificateFactory", "X.509", LenientCertificates.class.getName(), null, null);

    Lenient() {
      super(SUN.getName(), SUN.getVersionStr(), "parses the certificates of BoGo");
    }

    @Override
    public Service getService(String type, String algorithm) {
      return type.equals(certificates.getType()) ? certificates : SUN.getService(type, algorithm);
    }

    @Override
    public Set<Service> getServices() {
      return SUN.getServices();
    }
  }

  @Override
  public Certificate engineGenerateCertificate(InputStream in) throws CertificateException {
    byte[] encoded;
    try {
      encoded = in.readAllBytes();
    } catch (IOException e) {
      throw new CertificateException(e);
    }
    try {
      return strict.generateCertificate(new ByteArrayInputStream(encoded));
    } catch (CertificateException e) {
      int names = indexOfUnmarkedNames(encoded);
      if (names < 0) {
        throw e;
      }
      byte[] marked = insertMark(encoded, 0, names);
      var model = strict.generateCertificate(new ByteArrayInputStream(marked));
      return new Unmarked((X509Certificate) model, encoded);
    }
  }

  private static int indexOfUnmarkedNames(byte[] encoded) {
    int length = UNMARKED_NAMES.length;
    for (int at = 0; at + length <= encoded.length; at++) {
      if (Arrays.equals(encoded, at, at + length, UNMARKED_NAMES, 0, length)) {
        return at;
      }
    }
    return -1;
  }

  /// An element of DER, with the mark added inside it behind the object identifier.
  ///
  /// @param start where the element starts
  /// @param identifier where the object identifier starts
  private static byte[] insertMark(byte[] der, int start, int identifier) {
    var content = new ByteArrayOutputStream();
    int end = end(der, start);
    for (int child = content(der, start); child < end; child = end(der, child)) {
      int next = end(der, child);
      if (child < identifier && identifier < next) {
        content.writeBytes(insertMark(der, child, identifier));
      } else {
        content.write(der, child, next - child);
        if (child == identifier) {
          content.writeBytes(MARK);
        }
      }
    }
    var element = new ByteArrayOutputStream();
    element.write(der[start]);
    // A length in two bytes will do for a certificate, although DER wants the shortest form.
    element.writeBytes(
        new byte[] {(byte) 0x82, (byte) (content.size() >> 8), (byte) content.size()});
    element.writeBytes(content.toByteArray());
    return element.toByteArray();
  }

  /// Where the content of an element starts.
  private static int content(byte[] der, int start) {
    int length = der[start + 1];
    return start + 2 + (length < 0 ? length & 0x7F : 0);
  }

  /// Where an element ends.
  private static int end(byte[] der, int start) {
    int content = content(der, start);
    int length = content == start + 2 ? der[start + 1] : 0;
    for (int i = start + 2; i < content; i++) {
      length = (length << 8) | (der[i] & 0xFF);
    }
    return content + length;
  }

  @Override
  public Collection<? extends Certificate> engineGenerateCertificates(InputStream in)
      throws CertificateException {
    return strict.generateCertificates(in);
  }

  @Override
  public CRL engineGenerateCRL(InputStream in) throws CRLException {
    return strict.generateCRL(in);
  }

  @Override
  public Collection<? extends CRL> engineGenerateCRLs(InputStream in) throws CRLException {
    return strict.generateCRLs(in);
  }

  /// A certificate whose names lack the mark.
  private static final class Unmarked extends DifferingCertificate {
    private static final long serialVersionUID = 1;

    private final byte[] encoded;

    Unmarked(X509Certificate model, byte[] encoded) {
      super(model);
      this.encoded = encoded;
    }

    @Override
    public byte[] getEncoded() {
      return encoded.clone();
    }
  }
}
