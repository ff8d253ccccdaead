package dev.millrace.tls.crypto;

import static dev.millrace.tls.wire.SignatureScheme.ECDSA_SECP256R1_SHA256;
import static dev.millrace.tls.wire.SignatureScheme.RSA_PSS_RSAE_SHA256;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Stream;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SigningKeysTest {
  private static final CryptoServices JDK = CryptoServices.resolve();
  private static final CryptoServices NATIVE =
      new CryptoServices(
          new SecureRandom(),
          ProviderOrder.jdkFirst(),
          new ProviderOrder(
              Stream.concat(
                      Stream.of(Conscrypt.newProvider()),
                      ProviderOrder.jdkFirst().providers().stream())
                  .toList()));
  private static final byte[] CONTENT = "what is signed".getBytes(US_ASCII);

  @ParameterizedTest
  @EnumSource
  void what_one_provider_signs_another_verifies(SignatureScheme scheme) throws TlsFailure {
    KeyPair keys = TestKeys.of(scheme);
    for (CryptoServices signer : List.of(JDK, NATIVE)) {
      PrivateKey converted = SigningKeys.converted(signer, scheme, keys.getPrivate());
      for (PrivateKey key : List.of(keys.getPrivate(), converted)) {
        byte[] signature = Signatures.sign(signer, scheme, key, CONTENT);
        for (CryptoServices verifier : List.of(JDK, NATIVE)) {
          assertThatNoException()
              .isThrownBy(
                  () -> Signatures.verify(verifier, scheme, keys.getPublic(), CONTENT, signature));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"RSA_PSS_PSS_SHA256", "RSA_PSS_PSS_SHA384", "RSA_PSS_PSS_SHA512"})
  void a_key_becomes_one_of_whoever_signs_with_it(SignatureScheme scheme) throws TlsFailure {
    PrivateKey key = TestKeys.of(scheme).getPrivate();
    PrivateKey converted = SigningKeys.converted(NATIVE, scheme, key);
    assertThat(converted.getClass().getPackageName()).isEqualTo("org.conscrypt");
    assertThat(converted.getEncoded()).isEqualTo(key.getEncoded());
  }

  @Test
  void a_key_in_a_token_stays_there() throws TlsFailure {
    PrivateKey inToken = new TokenProvider.TokenKey(TestKeys.ec("secp256r1").getPrivate());
    assertThat(SigningKeys.converted(NATIVE, ECDSA_SECP256R1_SHA256, inToken)).isSameAs(inToken);
  }

  @Test
  void a_key_of_another_algorithm_stays_what_it_is() throws TlsFailure {
    PrivateKey key = TestKeys.ec("secp256r1").getPrivate();
    assertThat(SigningKeys.converted(NATIVE, RSA_PSS_RSAE_SHA256, key)).isSameAs(key);
  }
}
