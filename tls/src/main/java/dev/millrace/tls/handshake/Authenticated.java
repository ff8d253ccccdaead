package dev.millrace.tls.handshake;

import dev.millrace.tls.wire.SignatureScheme;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How one side proved who it is.
///
/// @param chain the end entity's certificate first; empty if it did not
/// @param ocspResponses see [PeerCertificates]
/// @param scheme with which it signed, or null if it did not in this handshake
record Authenticated(
    List<X509Certificate> chain, List<byte[]> ocspResponses, @Nullable SignatureScheme scheme) {

  static final Authenticated NOBODY = new Authenticated(List.of(), List.of(), null);

  /// This side, as it is known from the session that is resumed.
  static Authenticated before(List<X509Certificate> chain) {
    return new Authenticated(chain, List.of(), null);
  }

  /// The peer, as it is known from the session that is resumed.
  static Authenticated peerBefore(ResumableSession session) {
    return new Authenticated(session.peerCertificates(), session.ocspResponses(), null);
  }
}
