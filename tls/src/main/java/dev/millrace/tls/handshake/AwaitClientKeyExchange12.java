package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.LocalKeyShare;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.KeyBlock;
import dev.millrace.tls.keys.MasterSecret12;
import dev.millrace.tls.message.ClientKeyExchange12;
import dev.millrace.tls.wire.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/// A server of TLS 1.2 that waits for the client's share of the key exchange.
///
/// @param client who it shows to be, or null
/// @param share ours
record AwaitClientKeyExchange12(
    Handshake12 handshake, Authenticated server, @Nullable Identity client, LocalKeyShare share)
    implements ServerState {
  @Override
  public ServerState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case ClientKeyExchange12(byte[] publicValue) -> {
        Secret premaster;
        try (share) {
          premaster = share.agree(publicValue);
        }
        handshake.transcript().add(received.encoding());
        MasterSecret12 master = handshake.master(premaster);
        if (client != null) {
          yield new AwaitClientCertificateVerify12(
              handshake, server, client, share.group(), master);
        }
        KeyBlock keys = handshake.keys(master);
        yield new AwaitClientChangeCipherSpec12(
            handshake,
            handshake.negotiated(share.group(), server, Authenticated.NOBODY, master),
            master,
            keys.client(),
            keys.server());
      }
      default -> throw received.unexpected();
    };
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_2;
  }

  @Override
  public void close() {
    share.close();
  }
}
