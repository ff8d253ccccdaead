package dev.millrace.tls.connection;

import static dev.millrace.tls.wire.AeadAlgorithm.AES_128_GCM;
import static dev.millrace.tls.wire.HashAlgorithm.SHA256;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.extension.EarlyData;
import dev.millrace.tls.extension.KeyShare;
import dev.millrace.tls.extension.PreSharedKey;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.Binder;
import dev.millrace.tls.keys.EarlySecret;
import dev.millrace.tls.keys.HandshakeSecret;
import dev.millrace.tls.keys.MasterSecret;
import dev.millrace.tls.keys.PskKind;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.keys.ResumptionPsk;
import dev.millrace.tls.keys.TrafficSecret;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.message.EndOfEarlyData;
import dev.millrace.tls.message.Finished;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.message.HelloRetryRequest;
import dev.millrace.tls.message.NewSessionTicket;
import dev.millrace.tls.message.ServerHello;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.record.HandshakeJoiner;
import dev.millrace.tls.record.HandshakeJoiner.RawMessage;
import dev.millrace.tls.record.Opened;
import dev.millrace.tls.record.RecordOpener;
import dev.millrace.tls.record.RecordSealer;
import dev.millrace.tls.record.Records;
import dev.millrace.tls.wire.ProtocolVersion;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Goes through the records of a [Rfc8448Trace], with the secrets of both sides.
final class Rfc8448Replay {
  private static final CryptoServices CRYPTO = TestPeer.CRYPTO;

  private final Transcript transcript = new Transcript(CRYPTO);
  private final Map<String, byte[]> derived = new HashMap<>();
  private final Set<String> verified = new HashSet<>();
  private final Direction client = new Direction("c");
  private final Direction server = new Direction("s");
  private byte[] privateKey = {};
  private @Nullable Secret psk;
  private @Nullable EarlySecret early;
  private @Nullable MasterSecret master;
  private int records;

  /// One direction, with the keys of its moment.
  private final class Direction {
    private final String name;
    private RecordOpener opener = RecordOpener.plaintext();
    private RecordSealer sealer = RecordSealer.plaintext();
    private @Nullable TrafficSecret handshake;
    private @Nullable TrafficSecret application;

    Direction(String name) {
      this.name = name;
    }

    void protect(@Nullable TrafficSecret secret) {
      assertThat(secret).isNotNull();
      opener = RecordOpener.plaintext().tls13(CRYPTO, AES_128_GCM, secret.keys(AES_128_GCM));
      sealer = RecordSealer.plaintext().tls13(CRYPTO, AES_128_GCM, secret.keys(AES_128_GCM));
    }

    void remember(String stage, TrafficSecret secret) {
      derived.put(name + " " + stage + " traffic", secret.bytes());
      try (RecordKeys keys = secret.keys(AES_128_GCM)) {
        derived.put(name + " " + stage + " key", keys.key().getEncoded());
        derived.put(name + " " + stage + " iv", keys.iv().clone());
      }
    }
  }

  int records() {
    return records;
  }

  /// The names of the values that came out as published.
  Set<String> verified() {
    return verified;
  }

  void take(Rfc8448Trace step) throws Exception {
    byte[] bytes = step.bytes();
    switch (step.what()) {
      case "client sends" -> record(client, bytes);
      case "server sends" -> record(server, bytes);
      case "private client" -> privateKey = bytes;
      case "private server" -> {}
      case "psk" -> psk = new Secret(bytes);
      default -> {
        assertThat(derived.get(step.what())).as(step.what()).isEqualTo(bytes);
        verified.add(step.what());
      }
    }
  }

  private void record(Direction from, byte[] record) throws Exception {
    records++;
    ContentType outer = Records.outerType(record, 0);
    if (outer == ContentType.CHANGE_CIPHER_SPEC) {
      assertThat(record).containsExactly(20, 3, 3, 0, 1, 1);
      return;
    }
    byte[] content = new byte[record.length];
    Opened opened = from.opener.open(record, 0, record.length, content, 0);
    assertSealedTheSame(from, opened, content, record);
    if (opened.type() != ContentType.HANDSHAKE) {
      return;
    }
    HandshakeJoiner joiner = new HandshakeJoiner(type -> 1 << 14);
    joiner.add(content, 0, opened.length());
    for (RawMessage raw = joiner.poll(); raw != null; raw = joiner.poll()) {
      HandshakeMessage message = HandshakeMessage.parse(raw.encoding(), ProtocolVersion.TLS_1_3);
      assertThat(message.encode()).isEqualTo(raw.encoding());
      take(from, message, raw.encoding());
    }
    assertThat(joiner.isEmpty()).isTrue();
  }

  private static void assertSealedTheSame(
      Direction from, Opened opened, byte[] content, byte[] record) throws TlsFailure {
    byte[] sealed = new byte[record.length];
    int version = (record[1] & 0xFF) << 8 | record[2];
    int length =
        from.sealer.seal(opened.type(), version, content, 0, opened.length(), 0, sealed, 0);
    assertThat(Arrays.copyOf(sealed, length)).isEqualTo(record);
  }

  private void take(Direction from, HandshakeMessage message, byte[] encoding) throws Exception {
    switch (message) {
      case ClientHello hello -> onClientHello(hello, encoding);
      case HelloRetryRequest _ -> {
        transcript.choose(SHA256);
        transcript.replaceFirstHelloWithItsHash();
        transcript.add(encoding);
      }
      case ServerHello hello -> {
        transcript.choose(SHA256);
        transcript.add(encoding);
        onServerHello(hello);
      }
      case EndOfEarlyData _ -> {
        transcript.add(encoding);
        client.protect(client.handshake);
      }
      case NewSessionTicket ticket -> {
        try (Secret resumption = new Secret(derived.get("res master"))) {
          derived.put(
              "psk of ticket",
              ResumptionPsk.of(CRYPTO, SHA256, resumption, ticket.nonce()).getEncoded());
        }
      }
      case Finished(byte[] verifyData) -> onFinished(from, verifyData, encoding);
      default -> transcript.add(encoding);
    }
  }

  private void onClientHello(ClientHello hello, byte[] encoding) {
    PreSharedKey.Offered offered = hello.extensions().get(PreSharedKey.Offered.class);
    if (offered != null && psk != null) {
      transcript.choose(SHA256);
      EarlySecret secret = EarlySecret.ofPsk(CRYPTO, SHA256, psk);
      early = secret;
      try (Secret key = secret.binderKey(PskKind.RESUMPTION)) {
        derived.put("binder key", key.getEncoded());
        byte[] truncated = Arrays.copyOf(encoding, encoding.length - offered.bindersLength());
        assertThat(Binder.of(CRYPTO, SHA256, key, transcript.hashWith(truncated, truncated.length)))
            .isEqualTo(offered.binders().getFirst());
      }
    }
    transcript.add(encoding);
    if (early != null && hello.extensions().has(EarlyData.Indicated.class)) {
      TrafficSecret secret = early.clientEarlyTraffic(transcript.hash());
      client.remember("e", secret);
      derived.put("e exp master", early.earlyExporter(transcript.hash()).getEncoded());
      client.protect(secret);
    }
  }

  private void onServerHello(ServerHello hello) throws GeneralSecurityException {
    KeyShare.Selected share = hello.extensions().get(KeyShare.Selected.class);
    assertThat(share).isNotNull();
    byte[] shared =
        Rfc8448KeyExchange.agree(share.entry().group(), privateKey, share.entry().publicValue());
    derived.put("shared", shared.clone());
    EarlySecret first = early == null ? EarlySecret.withoutPsk(CRYPTO, SHA256) : early;
    HandshakeSecret handshake = first.withKeyExchange(new Secret(shared));
    TrafficSecret ofClient = handshake.clientTraffic(transcript.hash());
    TrafficSecret ofServer = handshake.serverTraffic(transcript.hash());
    client.handshake = ofClient;
    server.handshake = ofServer;
    client.remember("hs", ofClient);
    server.remember("hs", ofServer);
    master = handshake.master();
    server.protect(ofServer);
    if (early == null) {
      client.protect(ofClient);
    }
  }

  private void onFinished(Direction from, byte[] verifyData, byte[] encoding) {
    TrafficSecret handshake = from.handshake;
    MasterSecret secrets = master;
    assertThat(handshake).isNotNull();
    assertThat(secrets).isNotNull();
    assertThat(handshake.finished(transcript.hash())).isEqualTo(verifyData);
    transcript.add(encoding);
    if (from == server) {
      byte[] hash = transcript.hash();
      TrafficSecret ofClient = secrets.clientTraffic(hash);
      TrafficSecret ofServer = secrets.serverTraffic(hash);
      client.application = ofClient;
      server.application = ofServer;
      client.remember("ap", ofClient);
      server.remember("ap", ofServer);
      derived.put("exp master", secrets.exporter(hash).bytes());
    } else {
      derived.put("res master", secrets.resumption(transcript.hash()).getEncoded());
    }
    from.protect(from.application);
  }
}
