package dev.millrace.tls.connection;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Endpoint;
import dev.millrace.tls.handshake.Established;
import dev.millrace.tls.handshake.Negotiated;
import dev.millrace.tls.handshake.Received;
import dev.millrace.tls.handshake.Start;
import dev.millrace.tls.handshake.State;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.message.HandshakeType;
import dev.millrace.tls.message.KeyUpdate;
import dev.millrace.tls.record.HandshakeJoiner.RawMessage;
import dev.millrace.tls.wire.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/// The handshake of a connection: the state that it is in, and the messages that lead from one
/// state to the next.
///
/// Messages that wait are guarded by the inbound lock of the [Connection]; the state changes with
/// both locks held, and can be read with none.
final class Handshaking {
  /// How many messages may follow a handshake without any data between them, where nothing explains
  /// them.
  private static final int MAX_MESSAGES_WITHOUT_DATA = 32;

  private final Endpoint endpoint;
  private final boolean client;
  private final Inbound inbound;
  private final Outbound outbound;
  private @Nullable RawMessage next;
  private int messagesWithoutData;
  private volatile @Nullable State state;

  Handshaking(Endpoint endpoint, boolean client, Inbound inbound, Outbound outbound) {
    this.endpoint = endpoint;
    this.client = client;
    this.inbound = inbound;
    this.outbound = outbound;
  }

  /// Enters the first state. Once.
  void start() throws TlsFailure {
    if (state == null) {
      state = client ? Start.client(endpoint) : Start.server(endpoint);
      outbound.flush();
    }
  }

  boolean hasStarted() {
    return state != null;
  }

  boolean isEstablished() {
    return state instanceof Established;
  }

  /// Null before the peers have agreed.
  @Nullable Negotiated negotiated() {
    return state instanceof Established there ? there.negotiated() : null;
  }

  /// Null as long as it is not negotiated.
  @Nullable ProtocolVersion version() {
    State now = state;
    return now == null ? null : now.version();
  }

  /// Whether a ChangeCipherSpec that comes now is the one that TLS 1.3 has for the sake of
  /// middleboxes.
  boolean ignoresChangeCipherSpec() {
    if (isEstablished()) {
      return false;
    }
    ProtocolVersion version = version();
    return version == ProtocolVersion.TLS_1_3
        || (version == null && client && endpoint.policy().speaks(ProtocolVersion.TLS_1_3));
  }

  /// A ChangeCipherSpec of TLS 1.2 has come.
  void onChangeCipherSpec() throws TlsFailure {
    State now = state;
    if (now == null) {
      throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_CHANGE_CIPHER_SPEC);
    }
    state = now.onChangeCipherSpec();
  }

  /// Application data has come: as many messages may follow as before.
  void onData() {
    messagesWithoutData = 0;
  }

  /// Whether a message waits.
  boolean hasMessage() {
    if (next == null) {
      next = inbound.joiner().poll();
    }
    return next != null;
  }

  /// Whether the message that waits is dear to process.
  boolean isNextCostly() {
    if (next == null || isEstablished()) {
      return false;
    }
    // A client may sign when it has checked the server's; a server is done.
    return HandshakeType.ofCode(next.type()) != HandshakeType.FINISHED
        || (client && version() == ProtocolVersion.TLS_1_3);
  }

  /// Takes the message that waits.
  void process() throws TlsFailure {
    RawMessage raw = next;
    State now = state;
    next = null;
    if (raw == null || now == null) {
      throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_MESSAGE);
    }
    HandshakeMessage message = HandshakeMessage.parse(raw.encoding(), now.version());
    if (now instanceof Established && ++messagesWithoutData > MAX_MESSAGES_WITHOUT_DATA) {
      refuse(message);
    }
    outbound.listen();
    State after = now.on(new Received(message, raw.encoding()));
    try {
      // Whoever has said all that this side waited for has no more to say.
      if (outbound.hasSpoken() && !inbound.joiner().isEmpty()) {
        throw new PeerMisbehaved(Misbehaviour.EXCESS_HANDSHAKE_DATA);
      }
      outbound.flush();
    } finally {
      // Whoever sees, without a lock, that the handshake is complete sees what waits to be sent.
      state = after;
    }
  }

  /// Refuses what was not asked for, or comes again and again.
  ///
  /// The JDK asks for new keys with each record that it opens beyond its limit (137 GB for one key
  /// of AES-GCM), until it sees the answer, which comes behind all that is on its way: a download
  /// brings hundreds of KeyUpdates at once. So each record of data that was sent may bring one.
  private void refuse(HandshakeMessage message) throws PeerMisbehaved {
    if (!(message instanceof KeyUpdate)) {
      throw new PeerMisbehaved(Misbehaviour.TOO_MANY_TICKETS);
    }
    if (messagesWithoutData > MAX_MESSAGES_WITHOUT_DATA + outbound.dataRecords()) {
      throw new PeerMisbehaved(Misbehaviour.TOO_MANY_KEY_UPDATES);
    }
  }

  /// Forgets the message that waits: nobody will take it.
  void dropMessage() {
    next = null;
  }

  /// Zeroes the secrets of the state.
  void close() {
    State now = state;
    if (now != null) {
      now.close();
    }
  }
}
