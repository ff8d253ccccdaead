package dev.millrace.tls.keys;

import static dev.millrace.tls.wire.AeadAlgorithm.AES_128_GCM;
import static dev.millrace.tls.wire.HashAlgorithm.SHA256;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is secret is not in texts, and not in memory for longer than needed.
class ForgottenSecretsTest {
  private static final CryptoServices CRYPTO = CryptoServices.resolve();
  private static final byte[] HASH = new byte[32];

  @Test
  void a_closed_secret_is_zero() {
    byte[] bytes = {1, 2, 3};
    Secret secret = new Secret(bytes);
    secret.close();
    assertThat(bytes).containsOnly(0);
    assertThatIllegalStateException().isThrownBy(secret::getEncoded);
  }

  @Test
  void closed_record_keys_are_zero() {
    byte[] key = {1, 2, 3};
    byte[] iv = {4, 5};
    new RecordKeys(new Secret(key), iv).close();
    assertThat(key).containsOnly(0);
    assertThat(iv).containsOnly(0);
  }

  @Test
  void going_on_to_the_next_stage_zeroes_what_went_into_it() {
    byte[] shared = {1, 2, 3};
    EarlySecret early = early();
    HandshakeSecret handshake = early.withKeyExchange(new Secret(shared));
    assertThat(shared).containsOnly(0);
    assertThatIllegalStateException().isThrownBy(() -> early.clientEarlyTraffic(HASH));
    assertThatIllegalStateException().isThrownBy(early::withoutKeyExchange);

    MasterSecret master = handshake.master();
    assertThatIllegalStateException().isThrownBy(() -> handshake.clientTraffic(HASH));
    assertThatIllegalStateException().isThrownBy(handshake::master);
    master.close();
    assertThatIllegalStateException().isThrownBy(() -> master.resumption(HASH));
  }

  @Test
  void a_pre_shared_key_is_left_to_its_owner() {
    Secret psk = new Secret(new byte[32]);
    EarlySecret.ofPsk(CRYPTO, SHA256, psk).close();
    assertThat(psk.isDestroyed()).isFalse();
  }

  @Test
  void a_key_update_zeroes_the_secret_before() {
    TrafficSecret first = traffic();
    byte[] before = first.bytes();
    TrafficSecret second = first.next();
    assertThatIllegalStateException().isThrownBy(first::bytes);
    assertThatIllegalStateException().isThrownBy(() -> first.keys(AES_128_GCM));
    assertThat(second.bytes()).isNotEqualTo(before).hasSize(32);
    second.close();
    assertThatIllegalStateException().isThrownBy(second::next);
  }

  @Test
  void a_premaster_secret_is_zeroed_once_there_is_a_master_secret() {
    byte[] plain = {1, 2, 3};
    byte[] extended = {4, 5, 6};
    MasterSecret12.plain(CRYPTO, SHA256, new Secret(plain), HASH, HASH).close();
    MasterSecret12.extended(CRYPTO, SHA256, new Secret(extended), HASH).close();
    assertThat(plain).containsOnly(0);
    assertThat(extended).containsOnly(0);
  }

  @Test
  void a_closed_master_secret_of_tls12_is_zero() {
    byte[] stored = new byte[48];
    stored[0] = 1;
    MasterSecret12 master = MasterSecret12.resumed(CRYPTO, SHA256, stored);
    master.close();
    assertThat(stored).containsOnly(0);
    assertThatIllegalStateException().isThrownBy(master::bytes);
    assertThatIllegalStateException().isThrownBy(() -> master.keyBlock(AES_128_GCM, HASH, HASH));
  }

  @Test
  void a_closed_exporter_exports_nothing() {
    ExporterSecret exporter = master().exporter(HASH);
    exporter.close();
    assertThatIllegalStateException().isThrownBy(() -> exporter.export("label", HASH, 1));
  }

  @Test
  void an_exporter_makes_what_hkdf_can_make() {
    ExporterSecret exporter = master().exporter(HASH);
    assertThat(exporter.export("label", new byte[1000], 255 * 32)).hasSize(255 * 32);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> exporter.export("label", HASH, 255 * 32 + 1));
    assertThatIllegalArgumentException().isThrownBy(() -> exporter.export("label", HASH, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> exporter.export("x".repeat(250), HASH, 1));
  }

  @Test
  void no_text_has_a_secret_in_it() {
    EarlySecret early = early();
    String earlyText = early.toString();
    TrafficSecret traffic = traffic();
    MasterSecret12 master12 = MasterSecret12.resumed(CRYPTO, SHA256, new byte[48]);
    List<Object> holders =
        List.of(
            earlyText,
            early.withoutKeyExchange(),
            master(),
            traffic,
            traffic.keys(AES_128_GCM),
            master().exporter(HASH),
            new Secret(new byte[32]),
            master12,
            master12.keyBlock(AES_128_GCM, HASH, HASH));
    assertThat(holders)
        .extracting(Object::toString)
        .containsExactly(
            "EarlySecret[SHA256]",
            "HandshakeSecret[SHA256]",
            "MasterSecret[SHA256]",
            "TrafficSecret[SHA256]",
            "RecordKeys[16 bytes]",
            "ExporterSecret[SHA256]",
            "Secret[32 bytes]",
            "MasterSecret12[SHA256]",
            "KeyBlock[client=RecordKeys[16 bytes], server=RecordKeys[16 bytes]]");
  }

  private static EarlySecret early() {
    return EarlySecret.withoutPsk(CRYPTO, SHA256);
  }

  private static MasterSecret master() {
    return early().withoutKeyExchange().master();
  }

  private static TrafficSecret traffic() {
    return master().clientTraffic(HASH);
  }
}
