package dev.millrace.tls.crypto;

import static dev.millrace.tls.wire.ProtocolVersion.TLS_1_2;
import static dev.millrace.tls.wire.ProtocolVersion.TLS_1_3;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.Key;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SignaturesTest {
  private static final CryptoServices CRYPTO = CryptoServices.resolve();
  private static final byte[] CONTENT = "what is signed".repeat(20).getBytes(US_ASCII);

  @ParameterizedTest
  @EnumSource
  void a_signature_is_verified(SignatureScheme scheme) throws TlsFailure {
    KeyPair keys = TestKeys.of(scheme);
    byte[] signature = Signatures.sign(CRYPTO, scheme, keys.getPrivate(), CONTENT);
    assertThatNoException()
        .isThrownBy(() -> Signatures.verify(CRYPTO, scheme, keys.getPublic(), CONTENT, signature));
  }

  @ParameterizedTest
  @EnumSource
  void a_signature_of_something_else_is_refused(SignatureScheme scheme) throws TlsFailure {
    KeyPair keys = TestKeys.of(scheme);
    byte[] signature = Signatures.sign(CRYPTO, scheme, keys.getPrivate(), CONTENT);
    byte[] other = CONTENT.clone();
    other[0] ^= 1;
    assertRefused(scheme, keys, other, signature);
  }

  @ParameterizedTest
  @EnumSource
  void what_is_no_signature_is_refused(SignatureScheme scheme) throws TlsFailure {
    KeyPair keys = TestKeys.of(scheme);
    byte[] signature = Signatures.sign(CRYPTO, scheme, keys.getPrivate(), CONTENT);
    byte[] changed = signature.clone();
    changed[changed.length / 2] ^= 1;
    byte[] zeros = new byte[signature.length];
    byte[] ones = zeros.clone();
    Arrays.fill(ones, (byte) 0xFF);
    byte[] endless = {0x30, (byte) 0x84, 0x7F, 1, 2, 3, 4};
    byte[] zeroEcdsa = {0x30, 6, 2, 1, 0, 2, 1, 0};
    for (byte[] one :
        List.of(
            changed,
            zeros,
            ones,
            endless,
            zeroEcdsa,
            new byte[0],
            Arrays.copyOf(signature, signature.length - 1),
            Arrays.copyOf(signature, signature.length + 1))) {
      assertRefused(scheme, keys, CONTENT, one);
    }
  }

  @Test
  void a_signature_by_another_scheme_of_the_key_is_refused() throws TlsFailure {
    KeyPair keys = TestKeys.rsa();
    byte[] signature =
        Signatures.sign(CRYPTO, SignatureScheme.RSA_PKCS1_SHA256, keys.getPrivate(), CONTENT);
    assertRefused(SignatureScheme.RSA_PKCS1_SHA384, keys, CONTENT, signature);
    assertRefused(SignatureScheme.RSA_PSS_RSAE_SHA256, keys, CONTENT, signature);
  }

  @Test
  void a_key_of_another_algorithm_signs_and_verifies_nothing() throws TlsFailure {
    KeyPair ec = TestKeys.ec("secp256r1");
    assertThatExceptionOfType(LocalFailure.class)
        .isThrownBy(() ->
            Signatures.sign(CRYPTO, SignatureScheme.RSA_PSS_RSAE_SHA256, ec.getPrivate(), CONTENT))
        .withMessage("cannot sign with rsa_pss_rsae_sha256");
    assertRefused(SignatureScheme.RSA_PSS_RSAE_SHA256, ec, CONTENT, new byte[256]);
  }

  /// The curve and the hash go together in TLS 1.3 only.
  @Test
  void in_tls12_any_curve_signs_with_any_hash() throws TlsFailure {
    KeyPair keys = TestKeys.ec("secp384r1");
    SignatureScheme scheme = SignatureScheme.ECDSA_SECP256R1_SHA256;
    byte[] signature = Signatures.sign(CRYPTO, scheme, keys.getPrivate(), CONTENT);
    assertThatNoException()
        .isThrownBy(() -> Signatures.verify(CRYPTO, scheme, keys.getPublic(), CONTENT, signature));
  }

  @ParameterizedTest
  @EnumSource(names = {"ECDSA_SECP256R1_SHA256", "RSA_PSS_RSAE_SHA256", "RSA_PKCS1_SHA256"})
  void a_key_that_never_leaves_its_token_signs_through_its_own_provider(SignatureScheme scheme)
      throws TlsFailure {
    KeyPair keys = TestKeys.of(scheme);
    Security.addProvider(new TokenProvider());
    try {
      PrivateKey inToken = new TokenProvider.TokenKey(keys.getPrivate());
      byte[] signature = Signatures.sign(CRYPTO, scheme, inToken, CONTENT);
      assertThatNoException()
          .isThrownBy(
              () -> Signatures.verify(CRYPTO, scheme, keys.getPublic(), CONTENT, signature));
    } finally {
      Security.removeProvider(TokenProvider.NAME);
    }
  }

  @Test
  void a_key_whose_token_is_gone_cannot_sign() throws TlsFailure {
    PrivateKey inToken = new TokenProvider.TokenKey(TestKeys.ec("secp256r1").getPrivate());
    assertThatExceptionOfType(LocalFailure.class)
        .isThrownBy(() ->
            Signatures.sign(CRYPTO, SignatureScheme.ECDSA_SECP256R1_SHA256, inToken, CONTENT));
  }

  @Test
  void ecdsa_in_tls13_takes_keys_on_its_curve_only() {
    assertThat(fitting(TestKeys.ec("secp256r1"), true))
        .containsExactly(SignatureScheme.ECDSA_SECP256R1_SHA256);
    assertThat(fitting(TestKeys.ec("secp384r1"), true))
        .containsExactly(SignatureScheme.ECDSA_SECP384R1_SHA384);
    assertThat(fitting(TestKeys.ec("secp521r1"), true))
        .containsExactly(SignatureScheme.ECDSA_SECP521R1_SHA512);
  }

  @Test
  void ecdsa_in_tls12_takes_keys_on_any_curve() {
    assertThat(fitting(TestKeys.ec("secp384r1"), false))
        .containsExactly(
            SignatureScheme.ECDSA_SECP256R1_SHA256,
            SignatureScheme.ECDSA_SECP384R1_SHA384,
            SignatureScheme.ECDSA_SECP521R1_SHA512);
  }

  @Test
  void ed25519_takes_no_ed448_keys() {
    assertThat(fitting(TestKeys.edDsa("Ed25519"), true)).containsExactly(SignatureScheme.ED25519);
    assertThat(fitting(TestKeys.edDsa("Ed25519"), false)).containsExactly(SignatureScheme.ED25519);
    assertThat(fitting(TestKeys.edDsa("Ed448"), true)).isEmpty();
    assertThat(fitting(TestKeys.edDsa("Ed448"), false)).isEmpty();
  }

  @Test
  void rsa_signs_with_pss_and_in_tls12_with_pkcs1_too() {
    assertThat(fitting(TestKeys.rsa(), true))
        .containsExactly(
            SignatureScheme.RSA_PSS_RSAE_SHA256,
            SignatureScheme.RSA_PSS_RSAE_SHA384,
            SignatureScheme.RSA_PSS_RSAE_SHA512);
    assertThat(fitting(TestKeys.rsa(), false))
        .containsExactly(
            SignatureScheme.RSA_PSS_RSAE_SHA256,
            SignatureScheme.RSA_PSS_RSAE_SHA384,
            SignatureScheme.RSA_PSS_RSAE_SHA512,
            SignatureScheme.RSA_PKCS1_SHA256,
            SignatureScheme.RSA_PKCS1_SHA384,
            SignatureScheme.RSA_PKCS1_SHA512);
  }

  @Test
  void an_rsa_key_is_as_large_as_the_hash_needs() {
    // PSS with SHA-512 needs 130 bytes, of which the bits of the modulus but one make 129 or 130.
    assertThat(fitting(TestKeys.rsa(1024), true))
        .containsExactly(SignatureScheme.RSA_PSS_RSAE_SHA256, SignatureScheme.RSA_PSS_RSAE_SHA384);
    assertThat(fitting(TestKeys.rsa(1033), true))
        .doesNotContain(SignatureScheme.RSA_PSS_RSAE_SHA512);
    assertThat(fitting(TestKeys.rsa(1034), true)).contains(SignatureScheme.RSA_PSS_RSAE_SHA512);
  }

  @Test
  void an_rsa_key_just_large_enough_for_pss_signs_with_it() throws TlsFailure {
    KeyPair keys = TestKeys.rsa(1034);
    SignatureScheme scheme = SignatureScheme.RSA_PSS_RSAE_SHA512;
    byte[] signature = Signatures.sign(CRYPTO, scheme, keys.getPrivate(), CONTENT);
    assertThatNoException()
        .isThrownBy(() -> Signatures.verify(CRYPTO, scheme, keys.getPublic(), CONTENT, signature));
  }

  @Test
  void keys_for_pss_alone_sign_with_schemes_for_them_alone() {
    for (boolean tls13 : new boolean[] {true, false}) {
      assertThat(fitting(TestKeys.rsaPss(null), tls13))
          .containsExactly(
              SignatureScheme.RSA_PSS_PSS_SHA256,
              SignatureScheme.RSA_PSS_PSS_SHA384,
              SignatureScheme.RSA_PSS_PSS_SHA512);
    }
  }

  @Test
  void keys_for_pss_with_parameters_sign_with_their_hash_alone() throws TlsFailure {
    KeyPair keys = TestKeys.rsaPss(SignatureScheme.RSA_PSS_PSS_SHA384);
    assertThat(fitting(keys, true)).containsExactly(SignatureScheme.RSA_PSS_PSS_SHA384);
    SignatureScheme scheme = SignatureScheme.RSA_PSS_PSS_SHA384;
    byte[] signature = Signatures.sign(CRYPTO, scheme, keys.getPrivate(), CONTENT);
    assertThatNoException()
        .isThrownBy(() -> Signatures.verify(CRYPTO, scheme, keys.getPublic(), CONTENT, signature));
  }

  @Test
  void of_a_key_in_a_token_the_algorithm_decides() {
    Key inToken = new TokenProvider.TokenKey(TestKeys.ec("secp256r1").getPrivate());
    assertThat(Signatures.fits(SignatureScheme.ECDSA_SECP384R1_SHA384, inToken, TLS_1_3)).isTrue();
    assertThat(Signatures.fits(SignatureScheme.RSA_PSS_RSAE_SHA256, inToken, TLS_1_3)).isFalse();
  }

  /// The schemes that fit a public key, which are those that fit its private key.
  private static List<SignatureScheme> fitting(KeyPair keys, boolean tls13) {
    List<SignatureScheme> schemes = fitting(keys.getPublic(), tls13);
    assertThat(fitting(keys.getPrivate(), tls13)).isEqualTo(schemes);
    return schemes;
  }

  private static List<SignatureScheme> fitting(Key key, boolean tls13) {
    return Stream.of(SignatureScheme.values())
        .filter(scheme -> Signatures.fits(scheme, key, tls13 ? TLS_1_3 : TLS_1_2))
        .toList();
  }

  private static void assertRefused(
      SignatureScheme scheme, KeyPair keys, byte[] content, byte[] signature) {
    assertThatExceptionOfType(PeerMisbehaved.class)
        .isThrownBy(() -> Signatures.verify(CRYPTO, scheme, keys.getPublic(), content, signature))
        .extracting(PeerMisbehaved::misbehaviour)
        .isEqualTo(Misbehaviour.BAD_SIGNATURE);
  }
}
