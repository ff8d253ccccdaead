package dev.millrace.tlsnative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.MillraceProvider;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Security;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConscryptCryptographyTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @Test
  void public_keys_are_its_own_and_all_else_is_the_jdks() {
    assertThat(MillraceProvider.cryptography())
        .containsEntry("curves", "Conscrypt (X25519, P256, P384, P521)")
        .containsEntry("hashes", "SUN (SHA256, SHA384)")
        .containsEntry("AEAD", "SunJCE (AES_128_GCM, AES_256_GCM, CHACHA20_POLY1305)")
        .containsEntry("ML-KEM-768", "SunJCE")
        .doesNotContainKey("left out");
  }

  @Test
  void the_signatures_that_it_lacks_are_the_jdks() {
    assertThat(MillraceProvider.cryptography().get("signatures"))
        .startsWith("Conscrypt (ECDSA_SECP256R1_SHA256, ED25519, RSA_PSS_RSAE_SHA256,")
        .endsWith("SunRsaSign (RSA_PSS_PSS_SHA256, RSA_PSS_PSS_SHA384, RSA_PSS_PSS_SHA512)");
  }

  @Test
  void nobody_else_comes_to_use_it() {
    assertThat(MillraceProvider.cryptography().get("curves")).startsWith("Conscrypt");
    assertThat(Security.getProvider("Conscrypt")).isNull();
  }

  static Stream<Arguments> protocols_and_keys() throws Exception {
    List<KeyPair> keys = Introduction.keysOfEveryKind();
    return Introduction.PROTOCOLS.stream()
        .flatMap(protocol -> keys.stream().map(pair -> Arguments.of(protocol, pair)));
  }

  @ParameterizedTest
  @MethodSource("protocols_and_keys")
  void peers_know_each_other_by_keys_of_every_kind(String protocol, KeyPair keys) throws Exception {
    Introduction introduction = Introduction.of(protocol, keys);
    assertThat(introduction.clientSaw()).isEqualTo(keys.getPublic());
    assertThat(introduction.serverSaw()).isEqualTo(keys.getPublic());
  }

  @Test
  void another_key_is_refused() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    KeyPair keys = generator.generateKeyPair();
    KeyPair forged = new KeyPair(keys.getPublic(), generator.generateKeyPair().getPrivate());
    assertThatThrownBy(() -> Introduction.of("TLSv1.3", forged)).isInstanceOf(SSLException.class);
  }

  @Test
  void a_jvm_that_may_load_it_says_nothing() throws Exception {
    assertThat(Introduction.said(CLASS_PATH))
        .singleElement()
        .asString()
        .startsWith("met over {random=")
        .contains("curves=Conscrypt (");
  }

  @Test
  void where_it_does_not_load_the_jdk_serves_and_one_warning_says_so() throws Exception {
    // There is no library for such machines.
    List<String> said = Introduction.said(CLASS_PATH, "-Dos.arch=pdp11");
    assertThat(said)
        .filteredOn(line -> line.startsWith("WARNING"))
        .singleElement()
        .asString()
        .startsWith("WARNING: public-key cryptography left out: Conscrypt: ");
    assertThat(said.getLast())
        .startsWith("met over {random=")
        .contains("curves=SunEC (X25519, P256, P384, P521)")
        .contains("left out=Conscrypt: ");
  }
}
