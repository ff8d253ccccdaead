package dev.millrace.tls.jsse;

import dev.millrace.tls.TlsConnection.EarlyData;
import dev.millrace.tls.connection.Connection;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Negotiated;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/// This end of a connection, as engines and sockets have it in common: the settings, and once the
/// handshake begins the connection with what is known of its session.
///
/// Safe for use by several threads.
final class ConnectionEnd {
  private final TlsContext context;
  private final Settings settings;
  private final Owner owner;
  private final ReentrantLock beginning = new ReentrantLock();
  private volatile Peer peer;
  private volatile @Nullable Connection connection;
  private volatile @Nullable ConnectionApplication application;

  /// Null as long as nobody wants to see the one before the handshake.
  private final AtomicReference<@Nullable TlsSession> session = new AtomicReference<>();

  private volatile byte @Nullable [] earlyDataOffer;
  private volatile EarlyData earlyData = EarlyData.NONE;

  ConnectionEnd(TlsContext context, Settings settings, Owner owner, Peer peer) {
    this.context = context;
    this.settings = settings;
    this.owner = owner;
    this.peer = peer;
  }

  TlsContext context() {
    return context;
  }

  Settings settings() {
    return settings;
  }

  Owner owner() {
    return owner;
  }

  Peer peer() {
    return peer;
  }

  /// Says whom a socket was connected to.
  void peer(Peer value) {
    peer = value;
    session.set(null);
  }

  /// The connection, or null as long as the handshake has not begun.
  @Nullable Connection connection() {
    return connection;
  }

  /// Begins the handshake, unless that has been done.
  ///
  /// @throws IllegalStateException if nobody said which side this is
  /// @throws SSLException if the settings leave nothing to negotiate
  Connection begin() throws SSLException {
    Connection there = connection;
    if (there != null) {
      return there;
    }
    beginning.lock();
    try {
      there = connection;
      return there != null ? there : create();
    } finally {
      beginning.unlock();
    }
  }

  private Connection create() throws SSLException {
    Role role = settings.role();
    if (role == null) {
      throw new IllegalStateException("client or server mode has not been set");
    }
    Parameters parameters = settings.parameters();
    Policy policy = context.policies(role).policy(parameters);
    if (policy.versions().isEmpty()) {
      throw new SSLHandshakeException(
          "no protocol is left: none is enabled, or none of its cipher suites is");
    }
    ServerNames names = role == Role.CLIENT ? serverNames(parameters) : ServerNames.NONE;
    ConnectionApplication created =
        new ConnectionApplication(this, role, parameters, policy, names);
    Connection fresh =
        role == Role.CLIENT
            ? Connection.client(policy, created)
            : Connection.server(policy, created);
    application = created;
    try {
      fresh.start();
    } catch (TlsFailure e) {
      throw exception(e);
    } catch (RuntimeException e) {
      LocalFailure failure = new LocalFailure("the handshake failed on this side: " + e, e);
      fresh.fail(failure);
      throw exception(failure);
    } finally {
      // Only now: whoever sees the connection may wait for an answer to what it has to say first.
      connection = fresh;
    }
    return fresh;
  }

  private ServerNames serverNames(Parameters parameters) {
    ServerNames set = parameters.serverNames();
    return set == null ? context.serverNames(peer) : set;
  }

  /// @throws IllegalArgumentException if the handshake has begun already
  void useClientMode(boolean client) {
    if (connection != null && client != settings.isClient()) {
      throw new IllegalArgumentException("the mode cannot change once the handshake has begun");
    }
    settings.useClientMode(client);
  }

  /// Processes the message that waits. What the application's managers throw ends the connection as
  /// any other failure does.
  void process(Connection there) throws TlsFailure {
    try {
      there.process();
    } catch (RuntimeException e) {
      LocalFailure failure = new LocalFailure("the handshake failed on this side: " + e, e);
      there.fail(failure);
      throw failure;
    }
  }

  /// Sends our close_notify where the peer's has come, if it must be answered: in TLS 1.2 (RFC
  /// 5246, section 7.2.1), and in TLS 1.3 if the property says so, where each direction is closed
  /// on its own.
  void answerClose(Connection there) {
    if (there.isInboundClosed() && !there.isOutboundClosed()) {
      boolean halfCloses =
          there.version() == ProtocolVersion.TLS_1_3 && !context.system().acknowledgeCloseNotify();
      if (!halfCloses) {
        there.closeOutbound();
      }
    }
  }

  SSLException exception(TlsFailure failure) {
    return SslExceptions.of(failure, session().facts().exporter() == null);
  }

  /// Asks for new keys in a connection that is established.
  ///
  /// @throws SSLException in TLS 1.2, which would have to renegotiate
  void updateKeys(boolean ofPeerToo) throws SSLException {
    Connection there = connection;
    if (there == null || !there.isEstablished()) {
      throw new SSLException("the handshake is not complete");
    }
    if (there.version() != ProtocolVersion.TLS_1_3) {
      throw new SSLException("TLS 1.2 connections are not renegotiated");
    }
    there.requestKeyUpdate(ofPeerToo);
  }

  /// What the peers agreed on, or null before they have.
  @Nullable Negotiated negotiated() {
    Connection there = connection;
    return there == null ? null : there.negotiated();
  }

  /// @throws IllegalStateException if the handshake has begun, or this side is a server
  void offerEarlyData(byte[] data) {
    if (connection != null || settings.role() == Role.SERVER) {
      throw new IllegalStateException("early data is a client's, before its handshake begins");
    }
    earlyDataOffer = data;
  }

  /// What goes with the first message, or null. Whoever asks sends it.
  ///
  /// @param most bytes that the server takes
  byte @Nullable [] earlyDataOffer(long most) {
    byte[] offer = earlyDataOffer;
    earlyDataOffer = null;
    if (offer == null || offer.length > most) {
      return null;
    }
    earlyData = EarlyData.OFFERED;
    return offer;
  }

  void earlyDataAnswered(boolean accepted) {
    earlyData = accepted ? EarlyData.ACCEPTED : EarlyData.REJECTED;
  }

  EarlyData earlyData() {
    return earlyData;
  }

  TlsSession session() {
    TlsSession there = session.get();
    if (there != null) {
      return there;
    }
    TlsSession none = TlsSession.none(peer, context.now());
    TlsSession other = session.compareAndExchange(null, none);
    return other == null ? none : other;
  }

  /// Called once, when the handshake is complete.
  void established(TlsSession value) {
    session.set(value);
  }

  /// The session as far as it is known, during the handshake; null before and after.
  @Nullable TlsSession handshakeSession() {
    ConnectionApplication there = application;
    return there == null ? null : there.handshakeSession();
  }

  /// Empty if none was agreed on, null as long as that is open.
  @Nullable String applicationProtocol() {
    ConnectionApplication there = application;
    return there == null ? null : there.applicationProtocol();
  }

  /// What is known of it during the handshake; null before and after.
  @Nullable String handshakeApplicationProtocol() {
    ConnectionApplication there = application;
    return there == null ? null : there.handshakeApplicationProtocol();
  }
}
