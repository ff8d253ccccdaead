package dev.millrace.tls.keys;

import static dev.millrace.tls.wire.AeadAlgorithm.AES_128_GCM;
import static dev.millrace.tls.wire.AeadAlgorithm.CHACHA20_POLY1305;
import static dev.millrace.tls.wire.HashAlgorithm.SHA256;
import static dev.millrace.tls.wire.HashAlgorithm.SHA384;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.wire.HashAlgorithm;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The secrets of TLS 1.2. The vectors of the PRF are those that went over the working group's
/// mailing list; the others were computed with OpenSSL's TLS1-PRF.
class Tls12SecretsTest {
  private static final byte[] LABEL = "label".getBytes(US_ASCII);
  private static final byte[] TEST_LABEL = "test label".getBytes(US_ASCII);
  private static final CryptoServices CRYPTO = CryptoServices.resolve();
  private static final byte[] CLIENT_RANDOM = filled(32, 0xC1);
  private static final byte[] SERVER_RANDOM = filled(32, 0x5E);
  private static final String MASTER =
      """
      9d74292fc14cdf469df925ce3046d5252f3dc8719959e03ff7ece95339025c8f96271c5003eec038eb3e2592
      b399d064
      """;

  @Test
  void prf_with_sha256() {
    assertPrf(
        SHA256,
        "9bbe436ba940f017b17652849a71db35",
        "a0ba9f936cda311827a6f796ffd5198c",
        """
        e3f229ba727be17b8d122620557cd453c2aab21d07c3d495329b52d4e61edb5a6b301791e90d35c9c9a46b4e
        14baf9af0fa022f7077def17abfd3797c0564bab4fbc91666e9def9b97fce34f796789baa48082d122ee42c5
        a72e5a5110fff70187347b66
        """);
  }

  @Test
  void prf_with_sha384() {
    assertPrf(
        SHA384,
        "b80b733d6ceefcdc71566ea48e5567df",
        "cd665cf6a8447dd6ff8b27555edb7465",
        """
        7b0c18e9ced410ed1804f2cfa34a336a1c14dffb4900bb5fd7942107e81c83cde9ca0faa60be9fe34f82b123
        3c9146a0e534cb400fed2700884f9dc236f80edd8bfa961144c9e8d792eca722a7b32fc3d416d473ebc2c5fd
        4abfdad05d9184259b5bf8cd4d90fa0d31e2dec479e4f1a26066f2eea9a69236a3e52655c9e9aee691c8f3a2
        6854308d5eaa3be85e0990703d73e56f
        """);
  }

  @Test
  void any_length_is_a_prefix_of_a_longer_one() {
    Secret secret = new Secret(new byte[48]);
    byte[] longest = Prf12.expand(CRYPTO, SHA256, secret, LABEL, CLIENT_RANDOM, 100);
    for (int length = 1; length <= 100; length++) {
      assertThat(Prf12.expand(CRYPTO, SHA256, secret, LABEL, CLIENT_RANDOM, length))
          .isEqualTo(Arrays.copyOf(longest, length));
    }
  }

  @Test
  void the_master_secret() {
    try (MasterSecret12 master =
        MasterSecret12.plain(CRYPTO, SHA256, premaster(), CLIENT_RANDOM, SERVER_RANDOM)) {
      assertThat(master.bytes()).isEqualTo(Hex.of(MASTER));
    }
  }

  @Test
  void the_extended_master_secret() {
    try (MasterSecret12 master =
        MasterSecret12.extended(CRYPTO, SHA384, premaster(), filled(48, 0xAB))) {
      assertThat(Hex.of(master.bytes()))
          .isEqualTo(
              "c61e20282647ab0a38012f96942ab2363013928f040720f86faee430e583f0a5"
                  + "4eb5a73d673d988a6fa9f24c499da080");
    }
  }

  @Test
  void a_master_secret_has_48_bytes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MasterSecret12.resumed(CRYPTO, SHA256, new byte[47]));
  }

  @Test
  void the_key_block_of_aes_gcm_has_four_bytes_of_each_iv() {
    try (MasterSecret12 master = master();
        KeyBlock keys = master.keyBlock(AES_128_GCM, CLIENT_RANDOM, SERVER_RANDOM)) {
      assertKeys(keys.client(), "981fe5fa0d15bff57ba9bdc3399e6269", "8325dd43");
      assertKeys(keys.server(), "4d2cfddacdaab44aed3a7914a18932e4", "42c4419e");
    }
  }

  @Test
  void the_key_block_of_chacha20_has_whole_ivs() {
    try (MasterSecret12 master = master();
        KeyBlock keys = master.keyBlock(CHACHA20_POLY1305, CLIENT_RANDOM, SERVER_RANDOM)) {
      assertKeys(
          keys.client(),
          "981fe5fa0d15bff57ba9bdc3399e62694d2cfddacdaab44aed3a7914a18932e4",
          "0fc24e8c379c2f578a1587ec");
      assertKeys(
          keys.server(),
          "8325dd4342c4419e8e7420f852bb4d28bda61b13b66cbc8564bc86f07c7ad9b7",
          "621e5e3f39beef3ee33df30a");
    }
  }

  @Test
  void the_finished_messages_differ_by_side() {
    try (MasterSecret12 master = master()) {
      byte[] hash = filled(32, 0xAB);
      assertThat(Hex.of(master.clientFinished(hash))).isEqualTo("3e7448fa0579ae2bf62acec1");
      assertThat(Hex.of(master.serverFinished(hash))).isEqualTo("60f1de67db8fd717fe559efc");
    }
  }

  @Test
  void an_empty_context_exports_something_else_than_none() {
    assertThat(export(null)).isEqualTo("469cc935fdb3ed7cba35ca0e674c6252ebe5cefd");
    assertThat(export(new byte[0])).isEqualTo("bd7367cf0151873d19648f6677a9429681c1477f");
    assertThat(export(new byte[] {1, 2, 3})).isEqualTo("cdffc4db5aec487da706c97f49dcf9220a7db709");
  }

  @ParameterizedTest
  @ValueSource(strings = {"client finished", "server finished", "master secret", "key expansion"})
  void labels_of_tls_itself_are_not_exported(String label) {
    try (MasterSecret12 master = master()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> master.export(label, null, 20, CLIENT_RANDOM, SERVER_RANDOM));
    }
  }

  @Test
  void nothing_and_contexts_beyond_two_bytes_of_length_are_not_exported() {
    try (MasterSecret12 master = master()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> master.export("label", null, 0, CLIENT_RANDOM, SERVER_RANDOM));
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> master.export("label", new byte[65536], 1, CLIENT_RANDOM, SERVER_RANDOM));
    }
  }

  private static MasterSecret12 master() {
    return MasterSecret12.resumed(CRYPTO, SHA256, Hex.of(MASTER));
  }

  private static Secret premaster() {
    byte[] bytes = new byte[32];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    return new Secret(bytes);
  }

  private static String export(byte @Nullable [] context) {
    try (MasterSecret12 master = master()) {
      return Hex.of(master.export("EXPORTER-test", context, 20, CLIENT_RANDOM, SERVER_RANDOM));
    }
  }

  private static void assertPrf(HashAlgorithm hash, String secret, String seed, String expected) {
    byte[] bytes = Hex.of(expected);
    assertThat(
            Prf12.expand(
                CRYPTO, hash, new Secret(Hex.of(secret)), TEST_LABEL, Hex.of(seed), bytes.length))
        .isEqualTo(bytes);
  }

  private static void assertKeys(RecordKeys keys, String key, String iv) {
    assertThat(Hex.of(keys.key())).isEqualTo(key);
    assertThat(Hex.of(keys.iv())).isEqualTo(iv);
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }
}
