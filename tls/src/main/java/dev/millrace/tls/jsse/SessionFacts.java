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
import java.util.ArrayList;
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
/// @param localSchemes that the peer may sign with
/// @param peerSchemes that this side may sign with
/// @param exporter null until the handshake is complete, and in stored sessions
record SessionFacts(
    String protocol,
    String suite,
    @Nullable Identity peer,
    @Nullable Identity local,
    List<byte[]> ocspResponses,
    List<ServerName.Name> serverNames,
    List<SignatureScheme> localSchemes,
    List<SignatureScheme> peerSchemes,
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
        schemes(policy),
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
        schemes(policy),
        negotiated.peerSchemes(),
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
        localSchemes,
        peerSchemes,
        exporter);
  }

  SessionFacts withPeerSchemes(List<SignatureScheme> schemes) {
    return new SessionFacts(
        protocol, suite, peer, local, ocspResponses, serverNames, localSchemes, schemes, exporter);
  }

  /// Those for handshakes and those for certificates, since JSSE knows but one list.
  private static List<SignatureScheme> schemes(Policy policy) {
    List<SignatureScheme> all = new ArrayList<>(policy.schemes());
    policy.certificateSchemes().stream().filter(each -> !all.contains(each)).forEach(all::add);
    return all;
  }
}
