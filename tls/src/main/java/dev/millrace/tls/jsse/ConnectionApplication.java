package dev.millrace.tls.jsse;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.CertificateRejected;
import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Application;
import dev.millrace.tls.handshake.Credential;
import dev.millrace.tls.handshake.CredentialQuery;
import dev.millrace.tls.handshake.Ending;
import dev.millrace.tls.handshake.Identity;
import dev.millrace.tls.handshake.Negotiated;
import dev.millrace.tls.handshake.PeerIdentity;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.resumption.ClientSessions;
import dev.millrace.tls.resumption.SessionState;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import java.security.PublicKey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SNIMatcher;
import javax.net.ssl.SNIServerName;
import org.jspecify.annotations.Nullable;

/// What a connection asks of the application, put to it in the terms of JSSE: to its key and trust
/// managers, its matchers and selectors, and the sessions of the context.
///
/// Called by one thread at a time; what it knows can be read by any.
final class ConnectionApplication implements Application {
  private static final int SESSION_ID_LENGTH = 32;

  private final ConnectionEnd end;
  private final Role role;
  private final Parameters parameters;
  private final Policy policy;
  private final ServerNames serverNames;
  private final ConnectionEvents events;
  private final ClientSessions.@Nullable Peer resumptionPeer;
  private @Nullable SessionState handshakeState;
  private @Nullable Map<String, Object> handshakeAttributes;
  private volatile @Nullable ResumableSession offered;
  private volatile @Nullable TlsSession handshakeSession;
  private volatile @Nullable String handshakeProtocol;
  private volatile @Nullable String protocol;

  /// @param serverNames that a client asks for; none on a server
  ConnectionApplication(
      ConnectionEnd end, Role role, Parameters parameters, Policy policy, ServerNames serverNames) {
    this.end = end;
    this.role = role;
    this.parameters = parameters;
    this.policy = policy;
    this.serverNames = serverNames;
    resumptionPeer = resumptionPeer(end.peer(), serverNames.host(), parameters.identification());
    events = new ConnectionEvents(role, end.peer(), end.context().config().connectionListener());
  }

  @Nullable TlsSession handshakeSession() {
    return handshakeSession;
  }

  @Nullable String handshakeApplicationProtocol() {
    return handshakeProtocol;
  }

  @Nullable String applicationProtocol() {
    return protocol;
  }

  @Override
  public List<ServerName.Name> serverNames() {
    return serverNames.onWire();
  }

  @Override
  public @Nullable Credential credential(CredentialQuery query) throws TlsFailure {
    if (role == Role.SERVER && !end.settings().createsSessions()) {
      throw new LocalFailure("no session to resume, and none may be created", null);
    }
    show(
        facts(query.version(), query.suite(), query.serverNames())
            .withPeerSchemes(query.schemes(), query.certificateSchemes()));
    KeySelection keys = end.context().keys();
    return role == Role.SERVER
        ? keys.forServer(query, end.owner())
        : keys.forClient(query, end.owner());
  }

  @Override
  public void verify(PeerIdentity peer) throws CertificateRejected {
    if (role == Role.CLIENT && !end.settings().createsSessions()) {
      throw new CertificateRejected(
          Alert.HANDSHAKE_FAILURE, "no session was resumed, and none may be created", null);
    }
    decide(peer);
  }

  private void decide(PeerIdentity peer) throws CertificateRejected {
    TlsSession session =
        show(
            facts(peer.version(), peer.suite(), peer.serverNames())
                .withPeer(peer.identity(), peer.ocspResponses()));
    TrustVerification trust = end.context().trust();
    switch (peer.identity()) {
      case Identity.RawKey(PublicKey key) ->
          trust.verifyKey(key, parameters.constraints(), session);
      case Identity.Certified certified ->
          trust.verify(
              new ShownChain(
                  role,
                  certified,
                  peer.authType(),
                  peer.version(),
                  policy,
                  parameters.identification(),
                  serverNames.host(),
                  end.peer().host()),
              peer.ocspResponses(),
              end.owner());
    }
  }

  @Override
  public boolean isServerFor(List<ServerName.Name> names) {
    List<SNIMatcher> matchers = parameters.matchers();
    if (matchers == null || matchers.isEmpty()) {
      return true;
    }
    for (ServerName.Name each : names) {
      SNIServerName name = SniNames.toJsse(each);
      boolean isRefused =
          matchers.stream()
              .filter(matcher -> matcher.getType() == each.type())
              .anyMatch(matcher -> name == null || !matcher.matches(name));
      if (isRefused) {
        return false;
      }
    }
    return true;
  }

  @Override
  public @Nullable String selectProtocol(List<String> offered) throws TlsFailure {
    Owner.ProtocolSelector selector = end.owner().selector();
    String selected = selector == null ? preferred(offered) : selector.select(offered);
    if (selected == null || (!selected.isEmpty() && !offered.contains(selected))) {
      throw new PeerIncompatible(Incompatibility.NO_COMMON_APPLICATION_PROTOCOL);
    }
    handshakeProtocol = selected;
    return selected.isEmpty() ? null : selected;
  }

  /// Empty if this server has none at all, null if it has none of those.
  private @Nullable String preferred(List<String> offered) {
    List<String> own = parameters.applicationProtocols();
    return own.isEmpty() ? "" : own.stream().filter(offered::contains).findFirst().orElse(null);
  }

  @Override
  public boolean stillTrusts(ResumableSession session, Identity identity) {
    try {
      decide(
          new PeerIdentity(
              identity,
              session.ocspResponses(),
              authType(session, identity),
              session.version(),
              session.suite(),
              serverNames.onWire()));
      return true;
    } catch (CertificateRejected e) {
      return false;
    } finally {
      // It is of the session before, and nobody is known yet in this one.
      handshakeSession = null;
    }
  }

  /// What the trust manager was told in the full handshake.
  private String authType(ResumableSession session, Identity identity) {
    if (role == Role.SERVER) {
      return identity.key().getAlgorithm();
    }
    return session.version() == ProtocolVersion.TLS_1_3
        ? "UNKNOWN"
        : "ECDHE_" + session.suite().authentication();
  }

  @Override
  public void failed() {
    handshakeSession = null;
    handshakeProtocol = null;
    ResumableSession session = offered;
    if (session != null) {
      notResumable(session);
    }
    end.session().invalidate();
  }

  @Override
  public @Nullable ResumableSession sessionToResume() {
    ClientSessions.Peer peer = resumptionPeer;
    ResumableSession found = peer == null ? null : end.context().resumableByClients().find(peer);
    offered = found == null || isServerWelcome(found) ? found : null;
    return offered;
  }

  private boolean isServerWelcome(ResumableSession session) {
    Identity server = session.peer();
    return server == null
        || !end.context().config().reverifyServers()
        || stillTrusts(session, server);
  }

  @Override
  public void resumable(ResumableSession session) {
    ClientSessions.Peer peer = resumptionPeer;
    if (peer != null && SessionState.isValid(session)) {
      end.context().resumableByClients().add(peer, session);
    }
  }

  @Override
  public void notResumable(ResumableSession session) {
    if (role == Role.SERVER) {
      policy.tickets().remove(session);
      return;
    }
    ClientSessions.Peer peer = resumptionPeer;
    if (peer != null) {
      end.context().resumableByClients().remove(peer, session);
    }
  }

  @Override
  public byte @Nullable [] earlyData(ResumableSession session) {
    return end.earlyDataOffer(session.maxEarlyData());
  }

  @Override
  public void earlyDataAnswered(boolean accepted) {
    end.earlyDataAnswered(accepted);
  }

  @Override
  public void established(Negotiated negotiated) {
    long now = policy.now();
    byte[] id = negotiated.sessionId();
    SessionState state =
        SessionState.of(
            negotiated.attributes(),
            () -> id.length == 0 ? handshakeState() : new SessionState(id, now));
    state.accessed(now);
    if (handshakeAttributes != null) {
      negotiated.attributes().putAll(handshakeAttributes);
    }
    String agreed = negotiated.applicationProtocol();
    protocol = agreed == null ? "" : agreed;
    handshakeProtocol = null;
    handshakeSession = null;
    offered = null;
    end.established(
        new TlsSession(
            end.context().sessions(role),
            SessionFacts.of(policy, negotiated),
            end.peer(),
            negotiated.attributes(),
            state,
            negotiated.creationTime()));
    events.established(negotiated, end.earlyData());
  }

  @Override
  public void ended(Ending ending) {
    events.ended(ending, end.earlyData());
  }

  /// Null if it is not known whom the connection is with.
  private static ClientSessions.@Nullable Peer resumptionPeer(
      Peer peer, @Nullable String serverName, @Nullable String identification) {
    String host = peer.host();
    if (host == null || host.isEmpty() || peer.port() < 0) {
      return null;
    }
    return new ClientSessions.Peer(
        host,
        peer.port(),
        serverName == null ? host : serverName,
        identification == null ? "" : identification);
  }

  private SessionFacts facts(
      ProtocolVersion version, CipherSuite suite, List<ServerName.Name> names) {
    TlsSession before = handshakeSession;
    SessionFacts fresh = SessionFacts.during(policy, version, suite, names);
    return before == null
        ? fresh
        : fresh
            .withPeer(before.facts().peer(), before.facts().ocspResponses())
            .withPeerSchemes(before.facts().peerSchemes(), before.facts().peerCertificateSchemes());
  }

  private TlsSession show(SessionFacts facts) {
    Map<String, Object> attributes = handshakeAttributes;
    if (attributes == null) {
      attributes = new ConcurrentHashMap<>();
      handshakeAttributes = attributes;
    }
    SessionState state = handshakeState();
    TlsSession shown =
        new TlsSession(
            end.context().sessions(role), facts, end.peer(), attributes, state, state.lastAccess());
    handshakeSession = shown;
    return shown;
  }

  /// That of the session that this handshake makes, if it makes one.
  private SessionState handshakeState() {
    SessionState state = handshakeState;
    if (state == null) {
      // It lives as long as the session, which may be much longer than this.
      CryptoServices crypto = policy.crypto();
      state = new SessionState(() -> crypto.publicRandomBytes(SESSION_ID_LENGTH), policy.now());
      handshakeState = state;
    }
    return state;
  }
}
