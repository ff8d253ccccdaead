package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.wire.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/// Where a handshake is: named for the message that it waits for, holding what is valid at that
/// point and nothing else. A state is left by the state that it returns, and not used again.
public sealed interface State permits ClientState, ServerState, Established {
  /// Takes the next message.
  ///
  /// @return the state that waits for what comes after it
  /// @throws TlsFailure if the message is not the one expected, or not acceptable
  State on(Received received) throws TlsFailure;

  /// Takes a ChangeCipherSpec, which means something in TLS 1.2 alone.
  default State onChangeCipherSpec() throws TlsFailure {
    throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_CHANGE_CIPHER_SPEC);
  }

  /// The version of the connection, or null as long as it is not negotiated.
  @Nullable ProtocolVersion version();

  /// Zeroes the secrets of the state: the handshake does not go on.
  void close();
}
