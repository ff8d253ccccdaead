package dev.millrace.tls.handshake;

import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.MasterSecret;
import dev.millrace.tls.keys.TrafficSecret;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import org.jspecify.annotations.Nullable;

/// What a client of TLS 1.3 knows from the ServerHello on.
///
/// @param offered the last ClientHello
/// @param psk that the server chose, or null if it proves who it is by a certificate
/// @param clientSecret protects what the client sends until its Finished; owned by the record layer
/// @param serverSecret likewise
/// @param retried whether there was a HelloRetryRequest
/// @param earlyData whether what is sent is still protected as early data
record ClientHandshake(
    Endpoint endpoint,
    ClientHello offered,
    CipherSuite suite,
    NamedGroup group,
    @Nullable Psk psk,
    Transcript transcript,
    TrafficSecret clientSecret,
    TrafficSecret serverSecret,
    MasterSecret master,
    boolean retried,
    boolean earlyData) {

  Policy policy() {
    return endpoint.policy();
  }

  /// The same, with early data at its end: what the client sends now is of the handshake.
  ClientHandshake withoutEarlyData() throws TlsFailure {
    endpoint.records().writeWith(clientSecret, suite.aead());
    return new ClientHandshake(
        endpoint,
        offered,
        suite,
        group,
        psk,
        transcript,
        clientSecret,
        serverSecret,
        master,
        retried,
        false);
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
    clientSecret.close();
    serverSecret.close();
    master.close();
  }
}
