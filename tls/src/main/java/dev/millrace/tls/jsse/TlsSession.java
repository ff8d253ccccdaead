package dev.millrace.tls.jsse;

import dev.millrace.tls.handshake.Exporter;
import dev.millrace.tls.handshake.Identity;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.record.RecordBuffers;
import dev.millrace.tls.resumption.SessionState;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.Principal;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLKeyException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSessionBindingEvent;
import javax.net.ssl.SSLSessionBindingListener;
import javax.net.ssl.SSLSessionContext;
import org.jspecify.annotations.Nullable;

/// A session as JSSE shows it: the facts of a connection, and what it shares with all others of the
/// same session.
///
/// Safe for use by several threads.
final class TlsSession extends ExtendedSSLSession {
  private static final int MAX_PLAINTEXT = 16384;

  private final @Nullable TlsSessionContext context;
  private final SessionFacts facts;
  private final Peer peer;
  private final Map<String, Object> attributes;
  private final SessionState state;
  private final long creationTime;

  /// @param context null for a session that cannot be resumed
  /// @param attributes that all connections of the session share
  /// @param creationTime milliseconds since the epoch
  TlsSession(
      @Nullable TlsSessionContext context,
      SessionFacts facts,
      Peer peer,
      Map<String, Object> attributes,
      SessionState state,
      long creationTime) {
    this.context = context;
    this.facts = facts;
    this.peer = peer;
    this.attributes = attributes;
    this.state = state;
    this.creationTime = creationTime;
  }

  /// The session before a handshake: `SSL_NULL_WITH_NULL_NULL`, and not valid.
  static TlsSession none(Peer peer, long now) {
    SessionState state = new SessionState(new byte[0], now);
    state.invalidate();
    return new TlsSession(null, SessionFacts.NONE, peer, new ConcurrentHashMap<>(), state, now);
  }

  /// A session out of a store.
  static TlsSession stored(TlsSessionContext context, ResumableSession session) {
    long created = session.creationTime();
    SessionState state =
        SessionState.of(
            session.attributes(), () -> new SessionState(SessionState.id(session), created));
    return new TlsSession(
        context, SessionFacts.of(session), Peer.UNKNOWN, session.attributes(), state, created);
  }

  SessionFacts facts() {
    return facts;
  }

  @Override
  public byte[] getId() {
    return state.id();
  }

  @Override
  public @Nullable SSLSessionContext getSessionContext() {
    return context;
  }

  @Override
  public long getCreationTime() {
    return creationTime;
  }

  @Override
  public long getLastAccessedTime() {
    return Math.max(creationTime, state.lastAccess());
  }

  @Override
  public void invalidate() {
    state.invalidate();
    if (context != null) {
      context.forget(state.id());
    }
  }

  @Override
  public boolean isValid() {
    return state.isValid();
  }

  @Override
  public void putValue(String name, Object value) {
    Object before = attributes.put(nameOf(name), required(value));
    if (value instanceof SSLSessionBindingListener listener) {
      listener.valueBound(new SSLSessionBindingEvent(this, name));
    }
    unbound(name, before);
  }

  @Override
  public @Nullable Object getValue(String name) {
    return attributes.get(nameOf(name));
  }

  @Override
  public void removeValue(String name) {
    unbound(name, attributes.remove(nameOf(name)));
  }

  private void unbound(String name, @Nullable Object value) {
    if (value instanceof SSLSessionBindingListener listener) {
      listener.valueUnbound(new SSLSessionBindingEvent(this, name));
    }
  }

  private static String nameOf(@Nullable String name) {
    String given = required(name);
    if (SessionState.isReserved(given)) {
      throw new IllegalArgumentException("a name that the provider needs itself: " + given);
    }
    return given;
  }

  private static <T> T required(@Nullable T argument) {
    if (argument == null) {
      throw new IllegalArgumentException("a session's attributes have names and values");
    }
    return argument;
  }

  @Override
  public String[] getValueNames() {
    return SessionState.namesOfOthers(attributes).toArray(String[]::new);
  }

  /// An array of X509Certificate, to which applications cast it.
  @Override
  public Certificate[] getPeerCertificates() throws SSLPeerUnverifiedException {
    return switch (facts.peer()) {
      case Identity.Certified certified -> certified.certificates().toArray(X509Certificate[]::new);
      case Identity.RawKey _ ->
          throw new Unverified("peer authenticated by a key without certificate");
      case null -> throw new Unverified("peer not authenticated");
    };
  }

  /// Servers ask with every request who the client is, and that it is nobody is an answer like any
  /// other: it is without the stack trace, which would cost more than all else here.
  private static final class Unverified extends SSLPeerUnverifiedException {
    private static final long serialVersionUID = 1;

    Unverified(String reason) {
      super(reason);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  /// An array of X509Certificate too.
  @Override
  public Certificate @Nullable [] getLocalCertificates() {
    return facts.local() instanceof Identity.Certified certified
        ? certified.certificates().toArray(X509Certificate[]::new)
        : null;
  }

  @Override
  public Principal getPeerPrincipal() throws SSLPeerUnverifiedException {
    return ((X509Certificate) getPeerCertificates()[0]).getSubjectX500Principal();
  }

  @Override
  public @Nullable Principal getLocalPrincipal() {
    return facts.local() instanceof Identity.Certified local
        ? local.leaf().getSubjectX500Principal()
        : null;
  }

  @Override
  public String getCipherSuite() {
    return facts.suite();
  }

  @Override
  public String getProtocol() {
    return facts.protocol();
  }

  @Override
  public @Nullable String getPeerHost() {
    return peer.host();
  }

  @Override
  public int getPeerPort() {
    return peer.port();
  }

  /// Room for the largest record of any version: what holds before a handshake holds after it.
  @Override
  public int getPacketBufferSize() {
    return RecordBuffers.BUFFER_LENGTH;
  }

  /// Room for the largest content, and for the type behind it, so that a record can be opened right
  /// into a buffer of this size.
  @Override
  public int getApplicationBufferSize() {
    return MAX_PLAINTEXT + 1;
  }

  @Override
  public List<SNIServerName> getRequestedServerNames() {
    return SniNames.toJsse(facts.serverNames());
  }

  @Override
  public List<byte[]> getStatusResponses() {
    List<byte[]> responses = facts.ocspResponses();
    return responses.isEmpty() ? responses : responses.stream().map(byte[]::clone).toList();
  }

  @Override
  public String[] getLocalSupportedSignatureAlgorithms() {
    return facts.localAlgorithms().toArray(String[]::new);
  }

  /// Those for handshakes and those for certificates, since JSSE knows but one list; each algorithm
  /// once, in the order of the schemes.
  @Override
  public String[] getPeerSupportedSignatureAlgorithms() {
    return Stream.of(facts.peerSchemes(), facts.peerCertificateSchemes())
        .flatMap(List::stream)
        .map(SignatureScheme::algorithm)
        .distinct()
        .toArray(String[]::new);
  }

  @Override
  public SecretKey exportKeyingMaterialKey(
      String keyAlg, String label, byte @Nullable [] context, int length) throws SSLKeyException {
    if (Objects.requireNonNull(keyAlg).isEmpty()) {
      throw new IllegalArgumentException("the key's algorithm has no name");
    }
    byte[] material = exportKeyingMaterialData(label, context, length);
    try {
      return new SecretKeySpec(material, keyAlg);
    } finally {
      Arrays.fill(material, (byte) 0);
    }
  }

  @Override
  public byte[] exportKeyingMaterialData(String label, byte @Nullable [] context, int length)
      throws SSLKeyException {
    Objects.requireNonNull(label);
    if (length < 1) {
      throw new IllegalArgumentException("exported keys have at least 1 byte");
    }
    Exporter exporter = facts.exporter();
    if (exporter == null) {
      throw new SSLKeyException("keys can be exported once the handshake is complete");
    }
    try {
      return exporter.export(label, context, length);
    } catch (IllegalStateException e) {
      throw (SSLKeyException) new SSLKeyException("the connection is closed").initCause(e);
    }
  }

  @Override
  public String toString() {
    return "Session(" + creationTime + "|" + facts.suite() + ")";
  }
}
