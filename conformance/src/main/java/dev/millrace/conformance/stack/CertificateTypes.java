package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.ShimOptions;
import dev.millrace.tls.CertificateType;
import dev.millrace.tls.RawPublicKeyTrust;
import dev.millrace.tls.TlsConfigBuilder;
import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.CertificateRejected;
import java.security.KeyPair;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Objects;

/// Applies what the options say of raw public keys, and of certificates beside them.
final class CertificateTypes {
  private CertificateTypes() {}

  /// @param credentials in the order of preference, which is that of their types too
  static void apply(ShimOptions options, List<Credential> credentials, TlsConfigBuilder builder) {
    List<KeyPair> raw =
        credentials.stream().filter(Credential::isRawPublicKey).map(Credential::keys).toList();
    builder.rawPublicKeys(raw).rawPublicKeyTrust(trust(options));
    List<CertificateType> own =
        options.has(Flag.AVAILABLE_CLIENT_CERT_TYPES)
            ? types(options, Flag.AVAILABLE_CLIENT_CERT_TYPES)
            : credentials.stream().map(CertificateTypes::type).toList();
    List<CertificateType> peers = types(options, Flag.ACCEPTED_PEER_CERT_TYPES);
    builder
        .ownCertificateTypes(own.isEmpty() ? List.of(CertificateType.X509) : own)
        .peerCertificateTypes(peers.isEmpty() ? List.of(CertificateType.X509) : peers);
  }

  private static CertificateType type(Credential credential) {
    return credential.isRawPublicKey() ? CertificateType.RAW_PUBLIC_KEY : CertificateType.X509;
  }

  private static List<CertificateType> types(ShimOptions options, Flag flag) {
    return options.numbers(flag).stream()
        .map(code -> Objects.requireNonNull(CertificateType.ofCode(code)))
        .toList();
  }

  /// Trusts every key, or none; which one it was is checked at the end.
  private static RawPublicKeyTrust trust(ShimOptions options) {
    boolean refuses = options.has(Flag.VERIFY_FAIL);
    return (_, _) -> {
      if (refuses) {
        throw new CertificateException(
            new CertificateRejected(
                Alert.CERTIFICATE_UNKNOWN, "the test wants no key to be trusted", null));
      }
    };
  }
}
