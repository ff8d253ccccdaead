package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.extension.CertificateAuthorities;
import dev.millrace.tls.extension.CompressCertificate;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.SignatureAlgorithms;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.CertificateRequest;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.ArrayList;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/// What a peer demands of our certificate.
///
/// @param types that the peer takes
/// @param schemes with which the handshake may be signed, in the peer's order
/// @param certificateSchemes that the peer accepts inside certificates, in its order
/// @param authorities that the peer accepts; empty if it does not say
/// @param compressions by which the peer can decompress (RFC 8879); may be empty
record CertificateDemand(
    List<CertificateType> types,
    List<SignatureScheme> schemes,
    List<SignatureScheme> certificateSchemes,
    List<X500Principal> authorities,
    CodePoints compressions) {

  /// What a server of TLS 1.3 demands in a CertificateRequest.
  ///
  /// @param type that was agreed on
  static CertificateDemand of(CertificateRequest request, CertificateType type)
      throws PeerMisbehaved {
    // RFC 8446, section 4.3.2: "This field SHALL be zero length unless used for the post-handshake
    // authentication exchanges"
    if (request.context().length > 0) {
      throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_REQUEST_CONTEXT);
    }
    return of(request.extensions(), List.of(type));
  }

  /// What a client demands in its hello.
  static CertificateDemand of(ClientHello hello, Policy policy) throws TlsFailure {
    return of(hello.extensions(), CertificateTypes.toShow(hello, policy.certificatePreferences()));
  }

  private static CertificateDemand of(Extensions extensions, List<CertificateType> types)
      throws PeerMisbehaved {
    SignatureAlgorithms.OfHandshake schemes = extensions.get(SignatureAlgorithms.OfHandshake.class);
    if (schemes == null) {
      throw new PeerMisbehaved(Misbehaviour.MISSING_EXTENSION, "signature_algorithms");
    }
    SignatureAlgorithms.OfCertificates inCertificates =
        extensions.get(SignatureAlgorithms.OfCertificates.class);
    CertificateAuthorities authorities = extensions.get(CertificateAuthorities.class);
    CompressCertificate compression = extensions.get(CompressCertificate.class);
    return new CertificateDemand(
        types,
        known(schemes.schemes()),
        known(inCertificates == null ? schemes.schemes() : inCertificates.schemes()),
        authorities == null ? List.of() : principals(authorities.names()),
        compression == null ? CodePoints.of() : compression.algorithms());
  }

  /// The schemes that are known here, in their order.
  static List<SignatureScheme> known(CodePoints codes) {
    List<SignatureScheme> schemes = new ArrayList<>();
    for (int i = 0; i < codes.size(); i++) {
      SignatureScheme scheme = SignatureScheme.ofCode(codes.get(i));
      if (scheme != null) {
        schemes.add(scheme);
      }
    }
    return List.copyOf(schemes);
  }

  /// The names of authorities.
  static List<X500Principal> principals(List<byte[]> names) throws PeerMisbehaved {
    try {
      return names.stream().map(X500Principal::new).toList();
    } catch (IllegalArgumentException e) {
      throw new PeerMisbehaved(Misbehaviour.MALFORMED_MESSAGE, "a name of an authority");
    }
  }
}
