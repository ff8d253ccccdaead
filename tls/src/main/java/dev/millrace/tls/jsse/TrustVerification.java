package dev.millrace.tls.jsse;

import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.CertificateRejected;
import dev.millrace.tls.handshake.PeerCertificates;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.KeyStore;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertPathValidatorException.Reason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateRevokedException;
import java.security.cert.PKIXReason;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Has the application's trust manager decide about a peer's certificates.
///
/// An X509ExtendedTrustManager sees the connection, and checks the host name and the algorithms
/// itself. A plain X509TrustManager sees nothing but the chain; the host name is checked here then,
/// and the algorithms of the signatures are.
final class TrustVerification {
  /// Bytes of names, with the length in front of each, that an extension can hold.
  private static final int MAX_AUTHORITIES_LENGTH = 0xFFFF - 2;

  private final @Nullable X509TrustManager manager;
  private final CertificateRules rules;

  private TrustVerification(@Nullable X509TrustManager manager, CertificateRules rules) {
    this.manager = manager;
    this.rules = rules;
  }

  /// @param managers the first that knows X.509 counts; null for those of the platform
  /// @throws KeyManagementException if those of the platform cannot be had
  static TrustVerification of(TrustManager @Nullable [] managers, SystemSettings system)
      throws KeyManagementException {
    CertificateRules rules = CertificateRules.of(system.disabledInCertificates());
    for (TrustManager each : managers == null ? platform() : managers) {
      if (each instanceof X509TrustManager x509) {
        return new TrustVerification(x509, rules);
      }
    }
    return new TrustVerification(null, rules);
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

  /// Decides about a server.
  ///
  /// @param identification how its name is to be checked, such as `HTTPS`, or null if it is not
  /// @param serverName that it was asked for, or null
  /// @throws CertificateRejected if it is not trusted
  void verifyServer(
      PeerCertificates peer,
      Owner owner,
      @Nullable String identification,
      @Nullable String serverName,
      Peer whom)
      throws CertificateRejected {
    X509Certificate[] chain = peer.chain().toArray(X509Certificate[]::new);
    try {
      switch (manager) {
        case null -> throw new CertificateException("no X509TrustManager is there to trust it");
        case X509ExtendedTrustManager extended ->
            owner.checkServer(extended, chain, peer.authType());
        default -> {
          manager.checkServerTrusted(chain, peer.authType());
          rules.check(peer.chain());
          HostNameCheck.check(chain[0], identification, serverName, whom.host());
        }
      }
    } catch (CertificateException e) {
      throw rejected(e);
    }
  }

  /// Decides about a client.
  ///
  /// @throws CertificateRejected if it is not trusted
  void verifyClient(PeerCertificates peer, Owner owner) throws CertificateRejected {
    X509Certificate[] chain = peer.chain().toArray(X509Certificate[]::new);
    try {
      switch (manager) {
        case null -> throw new CertificateException("no X509TrustManager is there to trust it");
        case X509ExtendedTrustManager extended ->
            owner.checkClient(extended, chain, peer.authType());
        default -> {
          manager.checkClientTrusted(chain, peer.authType());
          rules.check(peer.chain());
        }
      }
    } catch (CertificateException e) {
      throw rejected(e);
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
