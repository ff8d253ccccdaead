package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.LocalKeyShare;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.CertificateStatus12;
import dev.millrace.tls.message.ServerKeyExchange12;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.List;

/// A client of TLS 1.2 that has the server's certificate, but no proof yet that it is the server's.
///
/// @param status whether a CertificateStatus may come
/// @param ocspResponses see [PeerIdentity]
record AwaitServerKeyExchange12(
    Handshake12 handshake, boolean status, Identity server, List<byte[]> ocspResponses)
    implements ClientState {
  @Override
  public ClientState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case CertificateStatus12(byte[] response) when status -> {
        handshake.transcript().add(received.encoding());
        yield new AwaitServerKeyExchange12(handshake, false, server, List.of(response));
      }
      case ServerKeyExchange12 exchange -> onExchange(exchange, received.encoding());
      default -> throw received.unexpected();
    };
  }

  private ClientState onExchange(ServerKeyExchange12 exchange, byte[] encoding) throws TlsFailure {
    Policy policy = handshake.policy();
    NamedGroup group = NamedGroup.ofCode(exchange.group());
    if (group == null || !policy.groups().contains(group) || !group.usableInTls12()) {
      throw new PeerMisbehaved(Misbehaviour.UNOFFERED_GROUP);
    }
    byte[] parameters = ServerKeyExchange12.parameters(exchange.group(), exchange.publicValue());
    SignatureScheme scheme =
        handshake.verify(
            exchange.scheme(),
            server,
            handshake.signedParameters(parameters),
            exchange.signature());
    handshake.transcript().add(encoding);
    handshake
        .endpoint()
        .application()
        .verify(
            new PeerIdentity(
                server,
                ocspResponses,
                "ECDHE_" + handshake.suite().authentication(),
                ProtocolVersion.TLS_1_2,
                handshake.suite(),
                handshake.endpoint().application().serverNames()));
    return new AwaitServerHelloDone12(
        handshake,
        new Authenticated(server, ocspResponses, scheme),
        LocalKeyShare.generate(handshake.endpoint().crypto(), group),
        exchange.publicValue(),
        null);
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_2;
  }

  @Override
  public void close() {}
}
