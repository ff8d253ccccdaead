package dev.millrace.gateway.certificate;

import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.TlsImplementation;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.tls.TlsConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// What a server proves its name with.
///
/// @param key the private key
/// @param chain the certificates, the one of `key` first
/// @param trusted a PEM file for clients to trust, as curl's `--cacert` takes it
public record ServerCertificate(PrivateKey key, List<X509Certificate> chain, Path trusted) {
  private static final char[] NO_PASSWORD = {};

  public ServerCertificate {
    chain = List.copyOf(chain);
  }

  /// The certificate that `settings` name, or else the one of our own local authority, which is
  /// made if it's missing.
  ///
  /// @throws UnusableCertificateException if there is none to serve with
  public static ServerCertificate of(Settings settings) throws IOException {
    return of(settings, Clock.systemUTC());
  }

  static ServerCertificate of(Settings settings, Clock clock) throws IOException {
    var files = settings.certificate();
    return files == null
        ? new LocalAuthority(settings.state(), clock).certificate(settings.host())
        : read(files, clock);
  }

  /// The certificate in files of the user's own.
  ///
  /// @throws UnusableCertificateException if it cannot be shown to anybody
  public static ServerCertificate read(Settings.CertificateFiles files) throws IOException {
    return read(files, Clock.systemUTC());
  }

  private static ServerCertificate read(Settings.CertificateFiles files, Clock clock)
      throws IOException {
    var key = PemFile.read(files.key()).privateKey();
    var chain = PemFile.read(files.chain()).certificates();
    var own = chain.getFirst();
    if (!belongTogether(key, own.getPublicKey())) {
      throw new UnusableCertificateException(
          "the key in "
              + files.key()
              + " does not belong to the first certificate in "
              + files.chain()
              + "; the server's own certificate must come first",
          null);
    }
    var now = clock.instant();
    if (now.isAfter(own.getNotAfter().toInstant())) {
      throw new UnusableCertificateException(
          "the certificate in "
              + files.chain()
              + " expired at "
              + own.getNotAfter().toInstant()
              + "; renew it",
          null);
    }
    if (now.isBefore(own.getNotBefore().toInstant())) {
      throw new UnusableCertificateException(
          "the certificate in "
              + files.chain()
              + " is not valid before "
              + own.getNotBefore().toInstant()
              + "; check the clock of this machine",
          null);
    }
    return new ServerCertificate(key, chain, files.chain());
  }

  /// Whether what `key` signs `publicKey` verifies.
  static boolean belongTogether(PrivateKey key, PublicKey publicKey) {
    var algorithm =
        switch (key.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> "EdDSA";
        };
    var probe = new byte[32];
    try {
      var signer = Signature.getInstance(algorithm);
      signer.initSign(key);
      signer.update(probe);
      var signature = signer.sign();
      var verifier = Signature.getInstance(algorithm);
      verifier.initVerify(publicKey);
      verifier.update(probe);
      return verifier.verify(signature);
    } catch (InvalidKeyException | SignatureException _) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// A context for servers of this certificate, which offers TLS 1.3 and 1.2.
  ///
  /// Its key manager is "SunX509", which takes the key out of the key store once. The other one,
  /// "NewSunX509" or "PKIX", does so in every handshake, and each time derives the store's key from
  /// its password.
  ///
  /// @param config of Millrace's TLS
  /// @param clientAuthority a PEM file of the authorities that vouch for clients' certificates;
  ///   null where clients are not asked for any
  /// @throws IOException if that file cannot be read or holds no certificate
  public SSLContext context(TlsImplementation tls, TlsConfig config, @Nullable Path clientAuthority)
      throws IOException {
    // Null for the trust managers would read every authority the JDK knows, for nothing.
    return context(
        tls,
        config,
        clientAuthority == null
            ? new TrustManager[0]
            : TrustAnchors.trustManagers(clientAuthority));
  }

  /// A context for either side of connections between those who show each other certificates.
  ///
  /// @param trust decides whom to believe
  public SSLContext mutual(TlsImplementation tls, TrustManager[] trust) {
    return context(tls, TlsConfig.defaults(), trust);
  }

  private SSLContext context(TlsImplementation tls, TlsConfig config, TrustManager[] trust) {
    try {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("server", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
      var managers = KeyManagerFactory.getInstance("SunX509");
      managers.init(store, NO_PASSWORD);
      return tls.context(managers.getKeyManagers(), trust, config);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("the JDK cannot serve with this certificate", e);
    }
  }

  /// Without the key.
  @Override
  public String toString() {
    return "ServerCertificate[" + chain.getFirst().getSubjectX500Principal() + ", " + trusted + "]";
  }
}
