package dev.millrace.tls.jsse;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.RawPublicKeyTrust;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.CertificateRejected;
import java.security.AlgorithmConstraints;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertPathValidatorException.Reason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateRevokedException;
import java.security.cert.PKIXReason;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Has the application decide about a peer: its trust manager about certificates, and about a raw
/// public key what it set for that.
///
/// An X509ExtendedTrustManager sees the connection, and checks the host name and the algorithms
/// itself. A plain X509TrustManager sees nothing but the chain; the host name is checked here then,
/// and the algorithms of the signatures are.
///
/// Where the configuration says so, what was decided for one connection goes for others with the
/// same chain, names, version and policy for a while, unless revocation is checked.
final class TrustVerification {
  /// Bytes of names, with the length in front of each, that an extension can hold.
  private static final int MAX_AUTHORITIES_LENGTH = 0xFFFF - 2;

  private final @Nullable X509TrustManager manager;
  private final CertificateRules rules;
  private final @Nullable RawPublicKeyTrust rawPublicKeys;
  private final KeyRules keyRules;
  private final List<CertificateType> types;

  /// Null if each is validated anew.
  private final @Nullable ValidatedChains validated;

  private TrustVerification(
      @Nullable X509TrustManager manager, TlsConfig config, SystemSettings system) {
    this.manager = manager;
    rules = CertificateRules.of(system.disabledInCertificates());
    rawPublicKeys = config.rawPublicKeyTrust();
    keyRules = KeyRules.of(system);
    types = types(config, manager != null);
    TlsConfig.ChainMemory memory = config.validatedChains();
    validated =
        memory == null || system.checkRevocation()
            ? null
            : new ValidatedChains(memory, config.clock());
  }

  /// @param managers the first that knows X.509 counts; null for those of the platform
  /// @throws KeyManagementException if those of the platform cannot be had
  static TrustVerification of(
      TrustManager @Nullable [] managers, TlsConfig config, SystemSettings system)
      throws KeyManagementException {
    for (TrustManager each : managers == null ? platform() : managers) {
      if (each instanceof X509TrustManager x509) {
        return new TrustVerification(x509, config, system);
      }
    }
    return new TrustVerification(null, config, system);
  }

  private static List<CertificateType> types(TlsConfig config, boolean certificates) {
    List<CertificateType> set = config.peerCertificateTypes();
    if (set != null) {
      return set;
    }
    if (config.rawPublicKeyTrust() == null) {
      return List.of(CertificateType.X509);
    }
    return certificates
        ? List.of(CertificateType.RAW_PUBLIC_KEY, CertificateType.X509)
        : List.of(CertificateType.RAW_PUBLIC_KEY);
  }

  /// Of what there can be a decision about, the preferred first.
  List<CertificateType> types() {
    return types;
  }

  private static TrustManager[] platform() throws KeyManagementException {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init((KeyStore) null);
      return factory.getTrustManagers();
    } catch (GeneralSecurityException e) {
      throw new KeyManagementException("no trust managers of the platform", e);
    }
  }

  /// The distinguished names of the authorities that are trusted, in DER; none if they are too many
  /// for a message.
  List<byte[]> authorities() {
    if (manager == null) {
      return List.of();
    }
    List<byte[]> names =
        Arrays.stream(manager.getAcceptedIssuers())
            .map(each -> each.getSubjectX500Principal().getEncoded())
            .toList();
    int length = names.stream().mapToInt(each -> 2 + each.length).sum();
    return length > MAX_AUTHORITIES_LENGTH ? List.of() : names;
  }

  /// Decides about a peer's raw public key.
  ///
  /// @param constraints of the application, or null
  /// @throws CertificateRejected if it is not trusted
  void verifyKey(
      PublicKey key, @Nullable AlgorithmConstraints constraints, ExtendedSSLSession session)
      throws CertificateRejected {
    try {
      if (rawPublicKeys == null) {
        throw new CertificateException("no RawPublicKeyTrust is there to trust it");
      }
      keyRules.check(key, constraints);
      rawPublicKeys.check(key, session);
    } catch (CertificateException e) {
      throw rejected(e);
    }
  }

  /// Decides about a peer's certificates.
  ///
  /// @param ocspResponses that were stapled to them; what they say changes faster than what is
  ///   remembered here
  /// @throws CertificateRejected if they are not trusted
  void verify(ShownChain shown, List<byte[]> ocspResponses, Owner owner)
      throws CertificateRejected {
    ValidatedChains memory = ocspResponses.isEmpty() ? validated : null;
    if (memory != null && memory.include(shown)) {
      return;
    }
    try {
      switch (manager) {
        case null -> throw new CertificateException("no X509TrustManager is there to trust it");
        case X509ExtendedTrustManager extended -> check(extended, shown, owner);
        default -> check(manager, shown);
      }
    } catch (CertificateException e) {
      throw rejected(e);
    }
    if (memory != null) {
      memory.add(shown);
    }
  }

  private static void check(X509ExtendedTrustManager manager, ShownChain shown, Owner owner)
      throws CertificateException {
    switch (shown.role()) {
      case CLIENT -> owner.checkServer(manager, shown.certificates(), shown.authType());
      case SERVER -> owner.checkClient(manager, shown.certificates(), shown.authType());
    }
  }

  private void check(X509TrustManager manager, ShownChain shown) throws CertificateException {
    switch (shown.role()) {
      case CLIENT -> manager.checkServerTrusted(shown.certificates(), shown.authType());
      case SERVER -> manager.checkClientTrusted(shown.certificates(), shown.authType());
    }
    rules.check(shown.identity().certificates());
    if (shown.role() == Role.CLIENT) {
      HostNameCheck.check(
          shown.identity().leaf(), shown.identification(), shown.serverName(), shown.host());
    }
  }

  private static CertificateRejected rejected(CertificateException exception) {
    return new CertificateRejected(alert(exception), message(exception), exception);
  }

  private static String message(CertificateException exception) {
    String message = exception.getMessage();
    return message == null ? "the certificate is not trusted" : message;
  }

  /// What the peer is told: the reason, where an exception on the way down names one.
  private static Alert alert(CertificateException exception) {
    for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case CertificateRejected rejected -> {
          return rejected.alert();
        }
        case CertificateExpiredException _ -> {
          return Alert.CERTIFICATE_EXPIRED;
        }
        case CertificateRevokedException _ -> {
          return Alert.CERTIFICATE_REVOKED;
        }
        case CertPathValidatorException invalid -> {
          return alert(invalid.getReason());
        }
        case CertPathBuilderException builder when builder.getCause() == null -> {
          return Alert.UNKNOWN_CA;
        }
        default -> {}
      }
    }
    return Alert.CERTIFICATE_UNKNOWN;
  }

  private static Alert alert(@Nullable Reason reason) {
    return switch (reason) {
      case BasicReason.EXPIRED -> Alert.CERTIFICATE_EXPIRED;
      case BasicReason.REVOKED -> Alert.CERTIFICATE_REVOKED;
      case BasicReason.INVALID_SIGNATURE, BasicReason.ALGORITHM_CONSTRAINED ->
          Alert.BAD_CERTIFICATE;
      case PKIXReason.NO_TRUST_ANCHOR -> Alert.UNKNOWN_CA;
      case null, default -> Alert.CERTIFICATE_UNKNOWN;
    };
  }
}
