package dev.millrace.tls.crypto;

import static dev.millrace.tls.wire.HashAlgorithm.SHA256;
import static dev.millrace.tls.wire.HashAlgorithm.SHA384;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.wire.AeadAlgorithm;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.HashAlgorithm;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class CryptoServicesTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final CryptoServices CRYPTO = CryptoServices.resolve();
  private static final ProviderOrder NONE = new ProviderOrder(List.of());
  private static final CryptoServices NOTHING = new CryptoServices(new SecureRandom(), NONE, NONE);

  @Test
  void the_jdk_has_all_that_is_spoken_here() {
    assertThat(NamedGroup.values()).allMatch(CRYPTO::supports);
    assertThat(CipherSuite.values()).allMatch(CRYPTO::supports);
    assertThat(SignatureScheme.values()).allMatch(CRYPTO::supports);
  }

  @Test
  void what_no_provider_has_is_missing_to_those_who_use_it() {
    assertThat(NamedGroup.values()).noneMatch(NOTHING::supports);
    assertThat(CipherSuite.values()).noneMatch(NOTHING::supports);
    assertThat(SignatureScheme.values()).noneMatch(NOTHING::supports);
    assertThat(NOTHING.describe()).containsEntry("curves", "none (X25519, P256, P384, P521)");

    assertThatIllegalStateException().isThrownBy(() -> NOTHING.digest(SHA256));
    assertThatIllegalStateException().isThrownBy(() -> NOTHING.aead(AeadAlgorithm.AES_128_GCM));
    assertThatExceptionOfType(LocalFailure.class)
        .isThrownBy(() -> LocalKeyShare.generate(NOTHING, NamedGroup.X25519))
        .withMessage("no provider has X25519");
    assertThatExceptionOfType(LocalFailure.class)
        .isThrownBy(() ->
            Signatures.verify(
                NOTHING,
                SignatureScheme.ED25519,
                TestKeys.edDsa("Ed25519").getPublic(),
                new byte[1],
                new byte[64]))
        .withMessage("no provider has ed25519");
  }

  @Test
  void without_ml_kem_there_is_no_hybrid_but_x25519() {
    CryptoServices classical =
        new CryptoServices(new SecureRandom(), NONE, ProviderOrder.nativeFirst());
    assertThat(classical.supports(NamedGroup.X25519MLKEM768)).isFalse();
    assertThat(classical.supports(NamedGroup.X25519)).isTrue();
    assertThatExceptionOfType(LocalFailure.class)
        .isThrownBy(() -> LocalKeyShare.generate(classical, NamedGroup.X25519MLKEM768));
  }

  @Test
  void it_says_which_provider_does_what() {
    assertThat(CRYPTO.describe())
        .hasSize(7)
        .containsEntry("hashes", "SUN (SHA256, SHA384)")
        .containsEntry("AEAD", "SunJCE (AES_128_GCM, AES_256_GCM, CHACHA20_POLY1305)")
        .containsEntry("ML-KEM-768", "SunJCE");
  }

  @Test
  void providers_are_asked_in_order_and_only_until_one_has_it() {
    ProviderOrder order = ProviderOrder.jdkFirst();
    assertThat(order.providers())
        .extracting(Provider::getName)
        .startsWith("SUN", "SunJCE", "SunEC", "SunRsaSign")
        .doesNotHaveDuplicates()
        .hasSameSizeAs(Security.getProviders());
    assertThat(
            order.<String>first(provider -> {
              if (provider.getName().equals("SUN")) {
                throw new IllegalArgumentException("not a checked exception");
              }
              return provider.getName();
            }))
        .isEqualTo("SunJCE");
  }

  /// RFC 4231, section 4.3.
  @Test
  void hmac() {
    Secret key = new Secret("Jefe".getBytes(US_ASCII));
    byte[] data = "what do ya want for nothing?".getBytes(US_ASCII);
    assertThat(HEX.formatHex(hmac(SHA256, key, data)))
        .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    assertThat(HEX.formatHex(hmac(SHA384, key, data)))
        .isEqualTo(
            "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e"
                + "8e2240ca5e69e2c78b3239ecfab21649");
  }

  @Test
  void a_part_of_an_hmac_is_its_beginning() {
    Secret key = new Secret(new byte[32]);
    byte[] part = new byte[24];
    try (Hmac hmac = CRYPTO.hmac(SHA256, key)) {
      assertThat(hmac.update(part).doFinal(part, 8, 16)).isEqualTo(16);
    }
    byte[] whole = hmac(SHA256, key, new byte[24]);
    assertThat(Arrays.copyOfRange(part, 8, 24)).isEqualTo(Arrays.copyOf(whole, 16));
    assertThat(Arrays.copyOf(part, 8)).isEqualTo(new byte[8]);
  }

  @Test
  void hmacs_that_are_open_at_once_have_nothing_in_common() {
    try (Hmac one = CRYPTO.hmac(SHA256, new Secret(new byte[] {1}));
        Hmac two = CRYPTO.hmac(SHA256, new Secret(new byte[] {2}))) {
      one.update(1);
      two.update(2);
      assertThat(one.doFinal()).isEqualTo(hmac(SHA256, new Secret(new byte[] {1}), new byte[] {1}));
      assertThat(two.doFinal()).isEqualTo(hmac(SHA256, new Secret(new byte[] {2}), new byte[] {2}));
    }
  }

  private static byte[] hmac(HashAlgorithm hash, Secret key, byte[] data) {
    try (Hmac hmac = CRYPTO.hmac(hash, key)) {
      return hmac.update(data).doFinal();
    }
  }

  @Test
  void a_closed_secret_is_no_key() {
    Secret closed = new Secret(new byte[32]);
    closed.close();
    assertThatIllegalStateException().isThrownBy(() -> CRYPTO.hmac(SHA256, closed));
    try (Hmac hmac = CRYPTO.hmac(SHA256, new Secret(new byte[32]))) {
      assertThatIllegalStateException().isThrownBy(() -> hmac.update(closed));
    }
  }

  @Test
  void digests_are_fresh() {
    MessageDigest first = CRYPTO.digest(SHA256);
    first.update((byte) 1);
    assertThat(CRYPTO.digest(SHA256).digest()).isEqualTo(CRYPTO.digest(SHA256).digest());
    assertThat(first.digest()).isNotEqualTo(CRYPTO.digest(SHA256).digest());
  }

  @Test
  void random_bytes_come_from_the_given_source() {
    SecureRandom sevens =
        new SecureRandom() {
          @Override
          public void nextBytes(byte[] bytes) {
            java.util.Arrays.fill(bytes, (byte) 7);
          }
        };
    assertThat(CryptoServices.resolve(sevens).publicRandomBytes(5)).containsExactly(7, 7, 7, 7, 7);
    assertThat(CryptoServices.resolve(sevens).random()).isSameAs(sevens);
    assertThat(CRYPTO.publicRandomBytes(32)).isNotEqualTo(CRYPTO.publicRandomBytes(32));
  }
}
