package dev.millrace.tls.handshake;

import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.keys.MasterSecret;
import dev.millrace.tls.keys.TrafficSecret;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a server of TLS 1.3 knows once it has sent its Finished.
///
/// @param clientRandom for the key log
/// @param serverNames that the client asked for
/// @param clientSchemes that the client offered for our signature
/// @param takesTickets whether the client can resume with a fresh key exchange
/// @param retried whether there was a HelloRetryRequest
/// @param psk that was taken, or null if the server proves who it is by a certificate
/// @param applicationProtocol null for none
/// @param server how we proved who we are
/// @param handshakeSecret protects what the client sends until its Finished; owned by the record
///   layer
/// @param clientSecret protects what the client sends after its Finished
/// @param master for the tickets
record ServerHandshake(
    Endpoint endpoint,
    byte[] clientRandom,
    List<ServerName.Name> serverNames,
    List<SignatureScheme> clientSchemes,
    boolean takesTickets,
    CipherSuite suite,
    NamedGroup group,
    boolean retried,
    @Nullable Psk psk,
    @Nullable String applicationProtocol,
    Authenticated server,
    Transcript transcript,
    TrafficSecret handshakeSecret,
    TrafficSecret clientSecret,
    MasterSecret master,
    Exporter exporter) {

  Policy policy() {
    return endpoint.policy();
  }

  /// The session that is resumed, or null.
  @Nullable ResumableSession resumed() {
    return psk == null ? null : psk.session();
  }

  /// The key agreed on outside of TLS that both have, or null.
  @Nullable ExternalPsk externalPsk() {
    return psk == null ? null : psk.external();
  }

  void close() {
    handshakeSecret.close();
    clientSecret.close();
    master.close();
    exporter.close();
  }
}
