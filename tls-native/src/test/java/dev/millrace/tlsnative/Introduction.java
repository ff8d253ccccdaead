package dev.millrace.tlsnative;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.MillraceProvider;
import dev.millrace.tls.RawPublicKeyTrust;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
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

  static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  /// Introduces peers by keys of every kind, and says who did the cryptography.
  public static void main(String[] arguments) throws Exception {
    for (String protocol : PROTOCOLS) {
      for (KeyPair keys : keysOfEveryKind()) {
        Introduction made = of(protocol, keys);
        if (!made.equals(new Introduction(keys.getPublic(), keys.getPublic()))) {
          throw new IllegalStateException(protocol + ": " + made);
        }
      }
    }
    System.out.println("met over " + MillraceProvider.cryptography());
  }

  static List<KeyPair> keysOfEveryKind() throws GeneralSecurityException {
    List<KeyPair> keys = new ArrayList<>();
    for (String curve : List.of("secp256r1", "secp384r1", "secp521r1")) {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(curve));
      keys.add(generator.generateKeyPair());
    }
    for (String algorithm : List.of("RSA", "RSASSA-PSS", "Ed25519")) {
      keys.add(KeyPairGenerator.getInstance(algorithm).generateKeyPair());
    }
    return keys;
  }

  /// What a JVM prints that runs this.
  static List<String> said(String classPath, String... flags)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("--enable-native-access=ALL-UNNAMED");
    line.addAll(List.of(flags));
    line.addAll(List.of("-cp", classPath, Introduction.class.getName()));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
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
