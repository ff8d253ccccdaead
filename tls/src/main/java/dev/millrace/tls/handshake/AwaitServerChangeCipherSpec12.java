package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.KeyBlock;
import dev.millrace.tls.keys.MasterSecret12;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.message.NewSessionTicket12;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/// A client of TLS 1.2 whose server is about to turn its encryption on: after the client's Finished
/// in a full handshake, and before it in a resumed one.
///
/// @param group of the key exchange, or null if a session is resumed
/// @param serverKeys that the server is going to encrypt with
/// @param ownKeys that the client is going to encrypt with, or null if it does already
/// @param ticket that came, or null
record AwaitServerChangeCipherSpec12(
    Handshake12 handshake,
    @Nullable NamedGroup group,
    Authenticated client,
    Authenticated server,
    MasterSecret12 master,
    RecordKeys serverKeys,
    @Nullable RecordKeys ownKeys,
    @Nullable NewSessionTicket12 ticket)
    implements ClientState {

  /// The state after the ServerHello of a server that resumes a session.
  static AwaitServerChangeCipherSpec12 resuming(Handshake12 handshake, ResumableSession session) {
    MasterSecret12 master = handshake.master(session);
    KeyBlock keys = handshake.keys(master);
    return new AwaitServerChangeCipherSpec12(
        handshake,
        null,
        Authenticated.before(session.local()),
        Authenticated.peerBefore(session),
        master,
        keys.server(),
        keys.client(),
        null);
  }

  @Override
  public ClientState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case NewSessionTicket12 given when handshake.ticket() && ticket == null -> {
        handshake.transcript().add(received.encoding());
        yield new AwaitServerChangeCipherSpec12(
            handshake, group, client, server, master, serverKeys, ownKeys, given);
      }
      default -> throw received.unexpected();
    };
  }

  @Override
  public State onChangeCipherSpec() throws TlsFailure {
    // RFC 5077, section 3.3: "This message MUST be sent if the server included a SessionTicket
    // extension in the ServerHello."
    if (handshake.ticket() && ticket == null) {
      return ClientState.super.onChangeCipherSpec();
    }
    handshake.endpoint().records().readWith(serverKeys, handshake.suite().aead());
    return new AwaitServerFinished12(handshake, group, client, server, master, ownKeys, ticket);
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_2;
  }

  @Override
  public void close() {
    master.close();
    serverKeys.close();
    if (ownKeys != null) {
      ownKeys.close();
    }
  }
}
