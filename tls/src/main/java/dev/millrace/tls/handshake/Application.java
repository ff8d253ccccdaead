package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.failure.CertificateRejected;
import dev.millrace.tls.failure.TlsFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a handshake asks of, and tells, the program around it: its key and trust managers, its
/// selectors, its session cache. One for each connection.
///
/// Called by the thread that processes a message, with the connection's locks held: implementations
/// may take their time, and read the connection's state, but must not use the connection.
public interface Application {
  /// The names by which a client looks for its server, the same as long as the connection lasts;
  /// empty for none.
  List<ServerName.Name> serverNames();

  /// The certificate or raw key for a peer, or null if there is none that is good for the query.
  ///
  /// @throws TlsFailure to end the handshake
  @Nullable Credential credential(CredentialQuery query) throws TlsFailure;

  /// Decides whether the peer is who it should be.
  void verify(PeerIdentity peer) throws CertificateRejected;

  /// Whether the server goes by one of the names that the client asks for. Only called where the
  /// client names any.
  boolean isServerFor(List<ServerName.Name> names);

  /// The application protocol of a connection, of those that the client offers in its order; null
  /// to go on without one.
  ///
  /// @throws TlsFailure if there is none in common and none is not good enough
  @Nullable String selectProtocol(List<String> offered) throws TlsFailure;

  /// The session that a client may try to resume, or null.
  @Nullable ResumableSession sessionToResume();

  /// What a client sends along with its first message, because that resumes the session (0-RTT),
  /// and no more than its server takes; or null for nothing.
  byte @Nullable [] earlyData(ResumableSession session);

  /// What became of early data: on the client's side whether the server took it, on the server's
  /// whether it is going to come. Not called where none was offered.
  void earlyDataAnswered(boolean accepted);

  /// Whether the peer of a session that is about to be resumed would still be taken for who it
  /// showed to be: the session may be of another configuration, or of another time. Only called
  /// where it showed that.
  boolean stillTrusts(ResumableSession session, Identity peer);

  /// The connection failed: its session must not be resumed, and nobody may see a handshake going
  /// on.
  void failed();

  /// A client got a session that it may resume in another connection.
  void resumable(ResumableSession session);

  /// A server or a client learned that a session must not be resumed any more.
  void notResumable(ResumableSession session);

  /// The handshake is complete.
  void established(Negotiated negotiated);

  /// The connection is over. Called once, by the thread that ends it, and not for a connection that
  /// is dropped with a direction still open.
  void ended(Ending ending);
}
