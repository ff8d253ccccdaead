package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.crypto.Signatures;
import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.KeyBlock;
import dev.millrace.tls.keys.MasterSecret12;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import dev.millrace.tls.wire.WireWriter;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What both sides of TLS 1.2 know from the ServerHello on.
///
/// @param sessionId that the server gave the session; empty for none
/// @param extendedMasterSecret whether the master secret is bound to the handshake (RFC 7627),
///   which a session must be to be resumed
/// @param ticket whether the server sends a NewSessionTicket
/// @param applicationProtocol null for none
/// @param certificateTypes of what each side shows
/// @param serverNames that the client asked for
/// @param peerSchemes that the peer offered for our signature
record Handshake12(
    Endpoint endpoint,
    CipherSuite suite,
    byte[] clientRandom,
    byte[] serverRandom,
    byte[] sessionId,
    boolean extendedMasterSecret,
    boolean ticket,
    @Nullable String applicationProtocol,
    CertificateTypes certificateTypes,
    List<ServerName.Name> serverNames,
    List<SignatureScheme> peerSchemes,
    @Nullable ResumableSession resumed,
    Transcript12 transcript) {

  Policy policy() {
    return endpoint.policy();
  }

  /// The master secret of a full handshake.
  ///
  /// @param premaster is closed
  MasterSecret12 master(Secret premaster) {
    try (premaster) {
      MasterSecret12 master =
          extendedMasterSecret
              ? MasterSecret12.extended(
                  endpoint.crypto(), suite.hash(), premaster, transcript.hash())
              : MasterSecret12.plain(
                  endpoint.crypto(), suite.hash(), premaster, clientRandom, serverRandom);
      KeyLogging.master12(policy(), clientRandom, master.bytes());
      return master;
    }
  }

  /// The master secret of the session that is resumed.
  MasterSecret12 master(ResumableSession session) {
    MasterSecret12 master =
        MasterSecret12.resumed(endpoint.crypto(), suite.hash(), session.secret().getEncoded());
    KeyLogging.master12(policy(), clientRandom, master.bytes());
    return master;
  }

  KeyBlock keys(MasterSecret12 master) {
    return master.keyBlock(suite.aead(), clientRandom, serverRandom);
  }

  /// What the server signs in its ServerKeyExchange.
  ///
  /// @param parameters of the key exchange
  byte[] signedParameters(byte[] parameters) {
    return new WireWriter().bytes(clientRandom).bytes(serverRandom).bytes(parameters).toByteArray();
  }

  /// Checks the peer's signature.
  ///
  /// @param code of the scheme
  /// @return the scheme
  SignatureScheme verify(int code, Identity signer, byte[] content, byte[] signature)
      throws TlsFailure {
    SignatureScheme scheme = SignatureScheme.ofCode(code);
    if (scheme == null
        || !policy().schemes().contains(scheme)
        || !Signatures.fits(scheme, signer.key(), ProtocolVersion.TLS_1_2)) {
      throw new PeerMisbehaved(Misbehaviour.WRONG_SIGNATURE_SCHEME);
    }
    KeyUsage.requireDigitalSignature(signer);
    Signatures.verify(endpoint.crypto(), scheme, signer.key(), content, signature);
    return scheme;
  }

  /// @param group of the key exchange, or null without one
  Negotiated negotiated(
      @Nullable NamedGroup group, Authenticated own, Authenticated peer, MasterSecret12 master) {
    return new Negotiated(
        ProtocolVersion.TLS_1_2,
        suite,
        sessionId,
        group,
        own.scheme(),
        peer.scheme(),
        resumed != null,
        null,
        peer.identity(),
        peer.ocspResponses(),
        own.identity(),
        applicationProtocol,
        serverNames,
        peerSchemes,
        new Exporter12(master, clientRandom, serverRandom),
        false,
        extendedMasterSecret,
        resumed == null ? policy().now() : resumed.creationTime(),
        resumed == null ? new ConcurrentHashMap<>() : resumed.attributes());
  }

  /// The session as it can be resumed.
  ///
  /// @param handle ticket or session id
  /// @param lifetime in seconds
  ResumableSession resumable(
      Negotiated negotiated,
      MasterSecret12 master,
      byte[] handle,
      boolean byTicket,
      long lifetime) {
    return new ResumableSession(
        ProtocolVersion.TLS_1_2,
        suite,
        negotiated.group(),
        new Secret(master.bytes()),
        handle,
        byTicket,
        negotiated.creationTime(),
        policy().now(),
        lifetime,
        0,
        0,
        ClientNames.host(serverNames),
        applicationProtocol,
        negotiated.peer(),
        negotiated.ocspResponses(),
        negotiated.local(),
        negotiated.attributes());
  }
}
