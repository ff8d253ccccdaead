package dev.millrace.tls.jsse;

import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.handshake.Exporter;
import dev.millrace.tls.handshake.Identity;
import dev.millrace.tls.handshake.Negotiated;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is known of a connection's session at some time: nothing before the handshake, more and
/// more in it, and all of it afterwards.
///
/// Immutable.
///
/// @param protocol as JSSE names it
/// @param suite as JSSE names it
/// @param peer null if it did not authenticate itself
/// @param local null if this side did not authenticate itself
/// @param localAlgorithms that the peer may sign with, by their names in the JCA
/// @param peerSchemes that this side may sign with
/// @param peerCertificateSchemes that may be used inside this side's certificates; empty if the
///   peer does not tell them from the others
/// @param exporter null until the handshake is complete, and in stored sessions
record SessionFacts(
    String protocol,
    String suite,
    @Nullable Identity peer,
    @Nullable Identity local,
    List<byte[]> ocspResponses,
    List<ServerName.Name> serverNames,
    List<String> localAlgorithms,
    List<SignatureScheme> peerSchemes,
    List<SignatureScheme> peerCertificateSchemes,
    @Nullable Exporter exporter) {

  /// Nothing yet.
  static final SessionFacts NONE =
      new SessionFacts(
          "NONE",
          "SSL_NULL_WITH_NULL_NULL",
          null,
          null,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          null);

  /// What a handshake has agreed on, before anything is known of the peer's identity.
  static SessionFacts during(
      Policy policy,
      ProtocolVersion version,
      CipherSuite suite,
      List<ServerName.Name> serverNames) {
    return new SessionFacts(
        version.jsseName(),
        suite.name(),
        null,
        null,
        List.of(),
        serverNames,
        policy.acceptedAlgorithms(),
        List.of(),
        List.of(),
        null);
  }

  static SessionFacts of(Policy policy, Negotiated negotiated) {
    return new SessionFacts(
        negotiated.version().jsseName(),
        negotiated.suite().name(),
        negotiated.peer(),
        negotiated.local(),
        negotiated.ocspResponses(),
        negotiated.serverNames(),
        policy.acceptedAlgorithms(),
        negotiated.peerSchemes(),
        List.of(),
        negotiated.exporter());
  }

  static SessionFacts of(ResumableSession session) {
    return new SessionFacts(
        session.version().jsseName(),
        session.suite().name(),
        session.peer(),
        session.local(),
        session.ocspResponses(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        null);
  }

  SessionFacts withPeer(@Nullable Identity identity, List<byte[]> responses) {
    return new SessionFacts(
        protocol,
        suite,
        identity,
        local,
        responses,
        serverNames,
        localAlgorithms,
        peerSchemes,
        peerCertificateSchemes,
        exporter);
  }

  SessionFacts withPeerSchemes(
      List<SignatureScheme> schemes, List<SignatureScheme> certificateSchemes) {
    return new SessionFacts(
        protocol,
        suite,
        peer,
        local,
        ocspResponses,
        serverNames,
        localAlgorithms,
        schemes,
        certificateSchemes,
        exporter);
  }
}
