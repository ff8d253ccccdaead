package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.LocalKeyShare;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.ExtensionType;
import dev.millrace.tls.extension.KeyShare;
import dev.millrace.tls.extension.PreSharedKey;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.EarlySecret;
import dev.millrace.tls.keys.HandshakeSecret;
import dev.millrace.tls.keys.TrafficSecret;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.message.ServerHello;
import dev.millrace.tls.wire.CipherSuite;
import org.jspecify.annotations.Nullable;

/// How a client takes a ServerHello of TLS 1.3: from here on all is encrypted.
final class ServerHelloTaken {
  private ServerHelloTaken() {}

  /// @param encoding of the ServerHello
  /// @param retried whether there was a HelloRetryRequest
  static ClientState take(
      Endpoint endpoint,
      ClientOffer offer,
      ServerHello hello,
      CipherSuite suite,
      byte[] encoding,
      boolean retried)
      throws TlsFailure {
    requireKnownExtensions(hello);
    Psk psk = psk(hello, offer, suite);
    KeyShare.Selected selected = hello.extensions().get(KeyShare.Selected.class);
    if (selected == null) {
      throw new PeerMisbehaved(Misbehaviour.MISSING_KEY_SHARE);
    }
    LocalKeyShare share = offer.share(selected.entry().group());
    if (share == null) {
      throw new PeerMisbehaved(Misbehaviour.WRONG_KEY_SHARE_GROUP);
    }
    Transcript transcript = offer.transcript();
    transcript.choose(suite.hash());
    transcript.add(encoding);
    ClientHandshake handshake;
    try (Secret shared = share.agree(selected.entry().publicValue());
        EarlySecret early =
            psk == null
                ? EarlySecret.withoutPsk(endpoint.crypto(), suite.hash())
                : psk.earlySecret(endpoint.crypto());
        HandshakeSecret secret = early.withKeyExchange(shared)) {
      byte[] hash = transcript.hash();
      handshake =
          new ClientHandshake(
              endpoint,
              offer.hello(),
              suite,
              share.group(),
              psk,
              transcript,
              secret.clientTraffic(hash),
              secret.serverTraffic(hash),
              secret.master(),
              retried,
              offer.offersEarlyData());
    }
    offer.close();
    KeyLogging.handshake(
        endpoint.policy(), offer.random(), handshake.clientSecret(), handshake.serverSecret());
    switchKeys(endpoint, handshake, retried);
    return new AwaitEncryptedExtensions(handshake);
  }

  private static void switchKeys(Endpoint endpoint, ClientHandshake handshake, boolean retried)
      throws TlsFailure {
    TrafficSecret serverSecret = handshake.serverSecret();
    endpoint.records().readWith(serverSecret, handshake.suite().aead());
    if (handshake.earlyData()) {
      return;
    }
    if (!retried && handshake.offered().sessionId().length > 0) {
      endpoint.records().sendChangeCipherSpec();
    }
    endpoint.records().writeWith(handshake.clientSecret(), handshake.suite().aead());
  }

  private static void requireKnownExtensions(ServerHello hello) throws PeerMisbehaved {
    for (Extension extension : hello.extensions().list()) {
      switch (extension.type()) {
        case ExtensionType.SUPPORTED_VERSIONS,
            ExtensionType.KEY_SHARE,
            ExtensionType.PRE_SHARED_KEY -> {}
        default ->
            throw new PeerMisbehaved(
                Misbehaviour.UNSOLICITED_EXTENSION, "type " + extension.type());
      }
    }
  }

  private static @Nullable Psk psk(ServerHello hello, ClientOffer offer, CipherSuite suite)
      throws PeerMisbehaved {
    PreSharedKey.Selected selected = hello.extensions().get(PreSharedKey.Selected.class);
    if (selected == null) {
      return null;
    }
    if (offer.psks().isEmpty()) {
      throw new PeerMisbehaved(Misbehaviour.UNSOLICITED_EXTENSION, "pre_shared_key");
    }
    // RFC 8446, section 4.2.11: "Clients MUST verify that the server's selected_identity is within
    // the range supplied by the client, that the server selected a cipher suite indicating a Hash
    // associated with the PSK"
    if (selected.index() >= offer.psks().size()) {
      throw new PeerMisbehaved(Misbehaviour.UNKNOWN_PSK_CHOSEN);
    }
    Psk psk = offer.psks().get(selected.index());
    if (suite.hash() != psk.hash()) {
      throw new PeerMisbehaved(Misbehaviour.PSK_HASH_DIFFERS);
    }
    return psk;
  }
}
