package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.message.HandshakeMessage;

/// A message that came, with the bytes that it came as: those, and not what we would write, go into
/// the transcript.
public record Received(HandshakeMessage message, byte[] encoding) {
  /// The failure of having got this message in a state that waits for another.
  PeerMisbehaved unexpected() {
    return new PeerMisbehaved(Misbehaviour.UNEXPECTED_MESSAGE, message.type().name());
  }
}
