package dev.millrace.tls.jsse;

import dev.millrace.tls.ConnectionListener;
import dev.millrace.tls.TlsConnection.EarlyData;
import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.PeerSentAlert;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Ending;
import dev.millrace.tls.handshake.Identity;
import dev.millrace.tls.handshake.Negotiated;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What flight recordings, and the context's listener if it has one, are told of a connection: its
/// handshake and its end, once each. Nothing of it is secret.
///
/// Where nobody records, this is an object and a look at the clock for each connection, and nothing
/// for each record.
///
/// Called by one thread at a time.
final class ConnectionEvents {
  private final Role role;
  private final Peer peer;
  private final @Nullable ConnectionListener listener;
  private boolean isEstablished;
  private final long begun = System.nanoTime();

  /// Null if nobody recorded when it began, and once it is written.
  private @Nullable TlsHandshakeEvent handshake;

  /// The handshake begins.
  ConnectionEvents(Role role, Peer peer, @Nullable ConnectionListener listener) {
    this.role = role;
    this.peer = peer;
    this.listener = listener;
    if (listener != null) {
      listener.begun();
    }
    TlsHandshakeEvent event = new TlsHandshakeEvent();
    if (event.isEnabled()) {
      event.begin();
      handshake = event;
    }
  }

  void established(Negotiated negotiated, EarlyData earlyData) {
    isEstablished = true;
    if (listener != null) {
      listener.established(negotiated.resumed());
    }
    TlsHandshakeEvent event = handshake;
    handshake = null;
    if (event == null || !isWorthTelling(event)) {
      return;
    }
    NamedGroup group = negotiated.group();
    Identity client = role == Role.CLIENT ? negotiated.local() : negotiated.peer();
    event.serverName = SniNames.host(SniNames.toJsse(negotiated.serverNames()));
    event.version = negotiated.version().jsseName();
    event.cipherSuite = negotiated.suite().name();
    event.namedGroup = group == null ? null : group.wireName();
    event.localSignatureScheme = name(negotiated.localScheme());
    event.peerSignatureScheme = name(negotiated.peerScheme());
    event.applicationProtocol = negotiated.applicationProtocol();
    event.resumed = negotiated.resumed();
    event.retried = negotiated.retried();
    event.clientAuthenticated = client != null;
    commit(event, earlyData);
  }

  void ended(Ending ending, EarlyData earlyData) {
    if (listener != null) {
      listener.ended(end(ending));
    }
    TlsHandshakeEvent unfinished = handshake;
    handshake = null;
    if (unfinished != null && isWorthTelling(unfinished)) {
      unfinished.version = name(ending.version());
      unfinished.failureReason = reason(ending.failure(), "CLOSED");
      unfinished.failure = sentence(ending.failure(), "closed before the handshake was complete");
      unfinished.alertSent = alertSent(ending);
      unfinished.alertReceived = alertReceived(ending);
      commit(unfinished, earlyData);
    }
    TlsCloseEvent close = new TlsCloseEvent();
    if (close.shouldCommit()) {
      commit(close, ending);
    }
  }

  private ConnectionListener.End end(Ending ending) {
    if (!isEstablished) {
      return ConnectionListener.End.UNESTABLISHED;
    }
    if (ending.truncated()) {
      return ConnectionListener.End.TRUNCATED;
    }
    return ending.failure() == null ? ConnectionListener.End.CLOSED : ConnectionListener.End.FAILED;
  }

  /// Whether it took as long as the recording's threshold, which is known once it has an end.
  private static boolean isWorthTelling(TlsHandshakeEvent event) {
    event.end();
    return event.shouldCommit();
  }

  private void commit(TlsHandshakeEvent event, EarlyData earlyData) {
    event.role = role();
    event.peerHost = peer.host();
    event.peerPort = peer.port();
    event.earlyData = earlyData.name();
    event.commit();
  }

  private void commit(TlsCloseEvent event, Ending ending) {
    event.role = role();
    event.peerHost = peer.host();
    event.peerPort = peer.port();
    event.version = name(ending.version());
    event.lifetime = System.nanoTime() - begun;
    event.alertSent = alertSent(ending);
    event.alertReceived = alertReceived(ending);
    event.truncated = ending.truncated();
    event.failureReason = reason(ending.failure(), null);
    event.failure = sentence(ending.failure(), null);
    event.bytesReceived = ending.received().bytes();
    event.bytesSent = ending.sent().bytes();
    event.recordsReceived = ending.received().records();
    event.recordsSent = ending.sent().records();
    event.keyUpdatesReceived = ending.received().keyUpdates();
    event.keyUpdatesSent = ending.sent().keyUpdates();
    event.commit();
  }

  private String role() {
    return role.name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable String alertSent(Ending ending) {
    Alert alert = ending.lastAlert();
    return alert == null ? null : alert.wireName();
  }

  private static @Nullable String alertReceived(Ending ending) {
    if (ending.failure() instanceof PeerSentAlert received) {
      return received.alertName();
    }
    return ending.closeNotified() ? Alert.CLOSE_NOTIFY.wireName() : null;
  }

  private static @Nullable String reason(@Nullable TlsFailure failure, @Nullable String otherwise) {
    return failure == null ? otherwise : failure.reason();
  }

  private static @Nullable String sentence(
      @Nullable TlsFailure failure, @Nullable String otherwise) {
    return failure == null ? otherwise : failure.getMessage();
  }

  private static @Nullable String name(@Nullable ProtocolVersion version) {
    return version == null ? null : version.jsseName();
  }

  private static @Nullable String name(@Nullable SignatureScheme scheme) {
    return scheme == null ? null : scheme.wireName();
  }
}
