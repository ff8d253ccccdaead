package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.crypto.Signatures;
import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.PublicKey;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/// What a credential must be good for, so that the peer can accept it.
///
/// @param suite the suite in question
/// @param types that the peer takes
/// @param schemes with which the handshake may be signed, the preferred first; not empty
/// @param certificateSchemes that the peer accepts inside certificates
/// @param authorities that the peer accepts; empty if it does not say
/// @param serverNames by which the client looks for the server; empty on the client's side
/// @param keyGroups of which an elliptic curve key must be, which only clients of TLS 1.2 say; null
///   if the peer does not say
/// @param staple whether the peer asked for an OCSP response to go with the certificate
public record CredentialQuery(
    ProtocolVersion version,
    CipherSuite suite,
    List<CertificateType> types,
    List<SignatureScheme> schemes,
    List<SignatureScheme> certificateSchemes,
    List<X500Principal> authorities,
    List<ServerName.Name> serverNames,
    @Nullable CodePoints keyGroups,
    boolean staple) {

  /// Whether the peer can take signatures of a key.
  public boolean accepts(PublicKey key) {
    NamedGroup group = keyGroups == null ? null : Signatures.groupOf(key);
    if (keyGroups != null && group != null && !keyGroups.contains(group.code())) {
      return false;
    }
    for (SignatureScheme scheme : schemes) {
      if (Signatures.fits(scheme, key, version)) {
        return true;
      }
    }
    return false;
  }
}
