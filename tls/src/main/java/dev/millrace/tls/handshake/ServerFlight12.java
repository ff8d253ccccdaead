package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.LocalKeyShare;
import dev.millrace.tls.extension.SupportedGroups;
import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.KeyBlock;
import dev.millrace.tls.keys.MasterSecret12;
import dev.millrace.tls.message.CertificateRequest12;
import dev.millrace.tls.message.CertificateStatus12;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.message.ServerHelloDone12;
import dev.millrace.tls.message.ServerKeyExchange12;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All that a server of TLS 1.2 sends in answer to a ClientHello.
final class ServerFlight12 {
  private ServerFlight12() {}

  /// ServerHello to ServerHelloDone.
  ///
  /// @param encoding of the hello
  static ServerState full(Endpoint endpoint, ClientHello hello, byte[] encoding) throws TlsFailure {
    NamedGroup group = group(endpoint.policy(), hello);
    if (group == null) {
      throw new PeerIncompatible(Incompatibility.NO_COMMON_GROUP);
    }
    ServerIdentity12 identity = ServerIdentity12.choose(endpoint, hello);
    boolean requested = endpoint.policy().clientAuthentication() != ClientAuthentication.NONE;
    CertificateTypes types =
        CertificateTypes.chosen(
            endpoint.policy(), hello, identity.credential().identity(), requested);
    byte[] response = identity.credential().ocspResponse();
    Handshake12 handshake =
        ServerHello12.send(
            endpoint, hello, encoding, identity.suite(), types, null, response != null);
    send(handshake, OwnCertificate.message12(identity.credential()));
    if (response != null) {
      send(handshake, new CertificateStatus12(response));
    }
    LocalKeyShare share = LocalKeyShare.generate(endpoint.crypto(), group);
    send(handshake, keyExchange(handshake, identity, share));
    if (requested) {
      send(handshake, request(endpoint.policy()));
    }
    send(handshake, new ServerHelloDone12());
    Authenticated server =
        new Authenticated(identity.credential().identity(), List.of(), identity.scheme());
    return requested
        ? new AwaitClientCertificate12(handshake, server, share)
        : new AwaitClientKeyExchange12(handshake, server, null, share);
  }

  /// ServerHello to Finished.
  ///
  /// @param encoding of the hello
  static ServerState resuming(
      Endpoint endpoint, ClientHello hello, byte[] encoding, ResumableSession session)
      throws TlsFailure {
    CertificateTypes types =
        CertificateTypes.chosen(endpoint.policy(), hello, session.local(), false);
    Handshake12 handshake =
        ServerHello12.send(endpoint, hello, encoding, session.suite(), types, session, false);
    MasterSecret12 master = handshake.master(session);
    Authenticated server = Authenticated.before(session.local());
    Authenticated client = Authenticated.peerBefore(session);
    Negotiated negotiated = handshake.negotiated(null, server, client, master);
    ServerFinish12.sendTicket(handshake, negotiated, master);
    KeyBlock keys = handshake.keys(master);
    ServerFinish12.send(handshake, master, keys.server());
    return new AwaitClientChangeCipherSpec12(handshake, negotiated, master, keys.client(), null);
  }

  private static void send(Handshake12 handshake, HandshakeMessage message) throws TlsFailure {
    handshake.transcript().add(handshake.endpoint().records().send(message));
  }

  private static @Nullable NamedGroup group(Policy policy, ClientHello hello) {
    SupportedGroups known = hello.extensions().get(SupportedGroups.class);
    for (NamedGroup group : policy.groups()) {
      // RFC 8422, section 4: "A client that proposes ECC cipher suites may choose not to include
      // these extensions. In this case, the server is free to choose any one of the elliptic
      // curves"
      boolean accepted =
          known == null ? group == NamedGroup.SECP256R1 : known.groups().contains(group.code());
      if (accepted && group.usableInTls12()) {
        return group;
      }
    }
    return null;
  }

  private static ServerKeyExchange12 keyExchange(
      Handshake12 handshake, ServerIdentity12 identity, LocalKeyShare share) throws TlsFailure {
    int group = share.group().code();
    byte[] parameters = ServerKeyExchange12.parameters(group, share.publicValue());
    byte[] signature =
        identity
            .credential()
            .sign(
                handshake.endpoint().crypto(),
                identity.scheme(),
                handshake.signedParameters(parameters));
    return new ServerKeyExchange12(group, share.publicValue(), identity.scheme().code(), signature);
  }

  private static CertificateRequest12 request(Policy policy) {
    return new CertificateRequest12(
        new byte[] {CertificateRequest12.ECDSA_SIGN, CertificateRequest12.RSA_SIGN},
        CodePoints.of(policy.schemes(), SignatureScheme::code),
        policy.certificateAuthorities());
  }
}
