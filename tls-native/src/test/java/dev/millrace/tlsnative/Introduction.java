package dev.millrace.tlsnative;

import dev.millrace.tls.MillraceProvider;
import dev.millrace.tls.RawPublicKeyTrust;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConnection;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// A handshake in which both peers show the same raw public key, and what each saw.
record Introduction(@Nullable PublicKey clientSaw, @Nullable PublicKey serverSaw) {
  private static final int ROOM = 100_000;

  public static void main(String[] arguments) throws Exception {
    of("TLSv1.3", KeyPairGenerator.getInstance("EC").generateKeyPair());
    System.out.println("met over " + MillraceProvider.cryptography());
  }

  static Introduction of(String protocol, KeyPair keys)
      throws GeneralSecurityException, SSLException {
    SSLEngine client = context(keys).createSSLEngine("localhost", 443);
    client.setUseClientMode(true);
    client.setEnabledProtocols(new String[] {protocol});
    SSLEngine server = context(keys).createSSLEngine();
    server.setUseClientMode(false);
    server.setNeedClientAuth(true);
    client.beginHandshake();
    server.beginHandshake();
    ByteBuffer toServer = ByteBuffer.allocate(ROOM);
    ByteBuffer toClient = ByteBuffer.allocate(ROOM);
    boolean goesOn = true;
    while (goesOn) {
      boolean clientGoesOn = step(client, toClient, toServer);
      goesOn = step(server, toServer, toClient) || clientGoesOn;
    }
    return new Introduction(
        TlsConnection.of(client).peerRawPublicKey(), TlsConnection.of(server).peerRawPublicKey());
  }

  private static SSLContext context(KeyPair keys) throws GeneralSecurityException {
    return TlsConfig.builder()
        .rawPublicKeys(List.of(keys))
        .rawPublicKeyTrust(RawPublicKeyTrust.of(List.of(keys.getPublic())))
        .build()
        .newContext(new KeyManager[0], new TrustManager[0], null);
  }

  /// @return whether there was something to do
  private static boolean step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
    return switch (engine.getHandshakeStatus()) {
      case NEED_TASK -> {
        engine.getDelegatedTask().run();
        yield true;
      }
      case NEED_WRAP -> {
        engine.wrap(ByteBuffer.allocate(0), out);
        yield true;
      }
      case NEED_UNWRAP, NEED_UNWRAP_AGAIN, FINISHED, NOT_HANDSHAKING -> {
        in.flip();
        int consumed = engine.unwrap(in, ByteBuffer.allocate(ROOM)).bytesConsumed();
        in.compact();
        yield consumed > 0;
      }
    };
  }
}
