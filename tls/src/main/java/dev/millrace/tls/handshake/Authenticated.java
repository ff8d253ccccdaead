package dev.millrace.tls.handshake;

import dev.millrace.tls.wire.SignatureScheme;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How one side proved who it is.
///
/// @param identity null if it did not
/// @param ocspResponses see [PeerIdentity]
/// @param scheme with which it signed, or null if it did not in this handshake
record Authenticated(
    @Nullable Identity identity, List<byte[]> ocspResponses, @Nullable SignatureScheme scheme) {

  static final Authenticated NOBODY = new Authenticated(null, List.of(), null);

  /// This side, as it is known from the session that is resumed.
  static Authenticated before(@Nullable Identity identity) {
    return new Authenticated(identity, List.of(), null);
  }

  /// The peer, as it is known from the session that is resumed.
  static Authenticated peerBefore(ResumableSession session) {
    return new Authenticated(session.peer(), session.ocspResponses(), null);
  }
}
