package dev.millrace.tls.message;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// KeyUpdate (RFC 8446, section 4.6.3).
///
/// @param updateRequested whether the peer has to update its keys too
public record KeyUpdate(boolean updateRequested) implements HandshakeMessage {
  static KeyUpdate parse(WireReader in) throws PeerMisbehaved {
    int request = in.u8();
    // RFC 8446, section 4.6.3: "If an implementation receives any other value, it MUST terminate
    // the connection with an "illegal_parameter" alert."
    if (request > 1) {
      throw new PeerMisbehaved(dev.millrace.tls.failure.Misbehaviour.BAD_KEY_UPDATE);
    }
    return new KeyUpdate(request == 1);
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.KEY_UPDATE;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.u8(updateRequested ? 1 : 0);
  }
}
