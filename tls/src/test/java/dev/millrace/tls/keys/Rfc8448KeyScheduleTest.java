package dev.millrace.tls.keys;

import static dev.millrace.tls.wire.AeadAlgorithm.AES_128_GCM;
import static dev.millrace.tls.wire.HashAlgorithm.SHA256;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// The key schedule of TLS 1.3 gives what RFC 8448 publishes, from the messages on.
class Rfc8448KeyScheduleTest {
  private static final CryptoServices CRYPTO = CryptoServices.resolve();
  private static final String SHARED_SECRET =
      "8bd4054fb55b9d63fdfbacf9f04b9f0d35e6d63f537563efd46272900f89492d";
  private static final String EARLY_SECRET =
      "33ad0a1c607ec03b09e6cd9893680ce210adf300aa1f2660e1b22e10f170f92a";
  private static final String RESUMPTION_PSK =
      "4ecd0eb6ec3b4d87f5d6028f922ca4c5851a277fd41311c9e62d2c9492e1c4f3";

  private final Transcript transcript = new Transcript(CRYPTO);

  @Test
  void the_stages_hold_the_published_secrets() {
    KeyDerivation derivation = new KeyDerivation(CRYPTO, SHA256);
    Secret early = derivation.extract(derivation.zeros(), derivation.zeros());
    assertThat(Hex.of(early)).isEqualTo(EARLY_SECRET);
    Secret derived =
        derivation.deriveSecret(early, Label.of("derived"), derivation.hashOfNothing());
    assertThat(Hex.of(derived))
        .isEqualTo("6f2615a108c702c5678f54fc9dbab69716c076189c48250cebeac3576c3611ba");
    Secret handshake = derivation.extract(derived, new Secret(Hex.of(SHARED_SECRET)));
    assertThat(Hex.of(handshake))
        .isEqualTo("1dc826e93606aa6fdc0aadc12f741b01046aa6b99f691ed221a9f0ca043fbeac");
    Secret derivedAgain =
        derivation.deriveSecret(handshake, Label.of("derived"), derivation.hashOfNothing());
    assertThat(Hex.of(derivedAgain))
        .isEqualTo("43de77e0c77713859a944db9db2590b53190a65b3ee2e4f12dd7a0bb7ce254b4");
    assertThat(Hex.of(derivation.extract(derivedAgain, derivation.zeros())))
        .isEqualTo("18df06843d13a08bf2a449844c5f8a478001bc4d4c627984d5a41da8d0402919");
  }

  @Test
  void a_full_handshake() {
    HandshakeSecret handshake = handshake();
    byte[] helloHash = transcript.hash();
    TrafficSecret client = handshake.clientTraffic(helloHash);
    TrafficSecret server = handshake.serverTraffic(helloHash);
    assertTraffic(
        client,
        "b3eddb126e067f35a780b3abf45e2d8f3b1a950738f52e9600746a0e27a55a21",
        "dbfaa693d1762c5b666af5d950258d01",
        "5bd3c71b836e0b76bb73265f");
    assertTraffic(
        server,
        "b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38",
        "3fce516009c21727d0f2e4e86ee403bc",
        "5d313eb2671276ee13000b30");

    transcript.add(Rfc8448.SERVER_FLIGHT);
    assertThat(server.finished(transcript.hash())).isEqualTo(bodyOf(Rfc8448.SERVER_FINISHED));
    transcript.add(Rfc8448.SERVER_FINISHED);
    byte[] handshakeHash = transcript.hash();
    assertThat(client.finished(handshakeHash)).isEqualTo(bodyOf(Rfc8448.CLIENT_FINISHED));
    transcript.add(Rfc8448.CLIENT_FINISHED);

    try (MasterSecret master = handshake.master()) {
      assertMaster(master, handshakeHash);
    }
  }

  private void assertMaster(MasterSecret master, byte[] handshakeHash) {
    assertTraffic(
        master.clientTraffic(handshakeHash),
        "9e40646ce79a7f9dc05af8889bce6552875afa0b06df0087f792ebb7c17504a5",
        "17422dda596ed5d9acd890e3c63f5051",
        "5b78923dee08579033e523d9");
    assertTraffic(
        master.serverTraffic(handshakeHash),
        "a11af9f05531f856ad47116b45a950328204b4f44bfb6b3a4b4f1f3fcb631643",
        "9f02283b6c9c07efc26bb9f2ac92e356",
        "cf782b88dd83549aadf1e984");
    ExporterSecret exporter = master.exporter(handshakeHash);
    assertThat(Hex.of(exporter.bytes()))
        .isEqualTo("fe22f881176eda18eb8f44529e6792c50c9a3f89452f68d8ae311b4309d3cf50");
    // Not in the RFC: derived from its exporter secret by another implementation.
    assertThat(Hex.of(exporter.export("export_test_label", "rfc8448_rtt1".getBytes(US_ASCII), 16)))
        .isEqualTo("f20058a65ce0430a197944c812431c2d");

    Secret resumption = master.resumption(transcript.hash());
    assertThat(Hex.of(resumption))
        .isEqualTo("7df235f2031d2a051287d02b0241b0bfdaf86cc856231f2d5aba46c434ec196c");
    assertThat(Hex.of(ResumptionPsk.of(CRYPTO, SHA256, resumption, new byte[2])))
        .isEqualTo(RESUMPTION_PSK);
  }

  @Test
  void a_resumed_handshake_up_to_its_early_data() {
    transcript.choose(SHA256);
    try (EarlySecret early = EarlySecret.ofPsk(CRYPTO, SHA256, new Secret(Hex.of(RESUMPTION_PSK)));
        Secret binderKey = early.binderKey(PskKind.RESUMPTION)) {
      assertThat(Hex.of(binderKey))
          .isEqualTo("69fe131a3bbad5d63c64eebcc30e395b9d8107726a13d074e389dbc8a4e47256");
      byte[] hello = Rfc8448.RESUMING_CLIENT_HELLO;
      byte[] truncatedHash = transcript.hashWith(hello, hello.length);
      assertThat(Hex.of(truncatedHash))
          .isEqualTo("63224b2e4573f2d3454ca84b9d009a04f6be9e05711a8396473aefa01e924a14");
      byte[] binder = Binder.of(CRYPTO, SHA256, binderKey, truncatedHash);
      assertThat(binder).isEqualTo(Arrays.copyOfRange(Rfc8448.BINDERS, 3, 35));

      transcript.add(Rfc8448.RESUMING_CLIENT_HELLO);
      transcript.add(Rfc8448.BINDERS);
      byte[] helloHash = transcript.hash();
      assertTraffic(
          early.clientEarlyTraffic(helloHash),
          "3fbbe6a60deb66c30a32795aba0eff7eaa10105586e7be5c09678d63b6caab62",
          "920205a5b7bf2115e6fc5c2942834f54",
          "6d475f0993c8e564610db2b9");
      assertThat(Hex.of(early.earlyExporter(helloHash)))
          .isEqualTo("b2026866610937d7423e5be90862ccf24c0e6091186d34f812089ff5be2ef7df");
    }
  }

  @Test
  void the_binder_of_an_external_key_is_another() {
    try (EarlySecret early =
        EarlySecret.ofPsk(CRYPTO, SHA256, new Secret(Hex.of(RESUMPTION_PSK)))) {
      assertThat(Hex.of(early.binderKey(PskKind.EXTERNAL)))
          .isNotEqualTo(Hex.of(early.binderKey(PskKind.RESUMPTION)));
    }
  }

  @Test
  void a_handshake_without_key_exchange_takes_zeros_for_the_shared_secret() {
    byte[] hash = new byte[32];
    assertThat(
            Hex.of(
                EarlySecret.withoutPsk(CRYPTO, SHA256)
                    .withoutKeyExchange()
                    .clientTraffic(hash)
                    .bytes()))
        .isEqualTo(
            Hex.of(
                EarlySecret.withoutPsk(CRYPTO, SHA256)
                    .withKeyExchange(new Secret(new byte[32]))
                    .clientTraffic(hash)
                    .bytes()));
  }

  private HandshakeSecret handshake() {
    transcript.add(Rfc8448.CLIENT_HELLO);
    transcript.choose(SHA256);
    transcript.add(Rfc8448.SERVER_HELLO);
    return EarlySecret.withoutPsk(CRYPTO, SHA256)
        .withKeyExchange(new Secret(Hex.of(SHARED_SECRET)));
  }

  private static byte[] bodyOf(byte[] message) {
    return Arrays.copyOfRange(message, 4, message.length);
  }

  private static void assertTraffic(TrafficSecret secret, String bytes, String key, String iv) {
    assertThat(Hex.of(secret.bytes())).isEqualTo(bytes);
    try (RecordKeys keys = secret.keys(AES_128_GCM)) {
      assertThat(Hex.of(keys.key())).isEqualTo(key);
      assertThat(Hex.of(keys.iv())).isEqualTo(iv);
    }
  }
}
