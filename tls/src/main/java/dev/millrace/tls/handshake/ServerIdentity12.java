package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.StatusRequest;
import dev.millrace.tls.extension.SupportedGroups;
import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// As whom a server of TLS 1.2 answers a client: in this version the suite and the kind of
/// certificate must go together.
record ServerIdentity12(CipherSuite suite, Credential credential, SignatureScheme scheme) {
  /// The first of the common suites that there is a certificate for.
  static ServerIdentity12 choose(Endpoint endpoint, ClientHello hello) throws TlsFailure {
    List<CipherSuite> suites = SuiteChoice.in(endpoint.policy(), hello, ProtocolVersion.TLS_1_2);
    if (suites.isEmpty()) {
      throw new PeerIncompatible(Incompatibility.NO_COMMON_CIPHER_SUITE);
    }
    CertificateDemand demand = CertificateDemand.of(hello, endpoint.policy());
    List<SignatureScheme> schemes =
        OwnCertificate.common(
            endpoint.policy().signingSchemes(), demand.schemes(), ProtocolVersion.TLS_1_2);
    if (schemes.isEmpty()) {
      throw new PeerIncompatible(Incompatibility.NO_COMMON_SIGNATURE_SCHEME);
    }
    Set<CipherSuite.Authentication> tried = EnumSet.noneOf(CipherSuite.Authentication.class);
    for (CipherSuite suite : suites) {
      CipherSuite.Authentication authentication = suite.authentication();
      if (authentication != null && tried.add(authentication)) {
        ServerIdentity12 identity = of(endpoint, hello, suite, schemes, demand);
        if (identity != null) {
          return identity;
        }
      }
    }
    throw new PeerIncompatible(Incompatibility.NO_CERTIFICATE_FOR_PEER);
  }

  private static @Nullable ServerIdentity12 of(
      Endpoint endpoint,
      ClientHello hello,
      CipherSuite suite,
      List<SignatureScheme> schemes,
      CertificateDemand demand)
      throws TlsFailure {
    List<SignatureScheme> fitting =
        schemes.stream()
            .filter(scheme -> scheme.authentication12() == suite.authentication())
            .toList();
    if (fitting.isEmpty()) {
      return null;
    }
    SupportedGroups groups = hello.extensions().get(SupportedGroups.class);
    Credential credential =
        endpoint
            .application()
            .credential(
                new CredentialQuery(
                    ProtocolVersion.TLS_1_2,
                    suite,
                    demand.types(),
                    fitting,
                    demand.certificateSchemes(),
                    demand.authorities(),
                    ClientNames.servers(hello),
                    groups == null ? null : groups.groups(),
                    hello.extensions().has(StatusRequest.Offered.class)));
    SignatureScheme scheme =
        credential == null
            ? null
            : OwnCertificate.schemeFor(credential, fitting, ProtocolVersion.TLS_1_2);
    return credential == null || scheme == null
        ? null
        : new ServerIdentity12(suite, credential, scheme);
  }
}
