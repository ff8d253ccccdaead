package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.testing.TestIdentity;
import dev.millrace.tls.testing.TestIdentity.Kind;
import java.security.AlgorithmConstraints;
import java.security.AlgorithmParameters;
import java.security.CryptoPrimitive;
import java.security.Key;
import java.security.Security;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KeyRulesTest {
  private static boolean permits(
      KeyRules rules, Kind kind, @Nullable AlgorithmConstraints constraints) {
    try {
      rules.check(TestIdentity.of(kind).certificate().getPublicKey(), constraints);
      return true;
    } catch (CertificateException e) {
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_properties_of_the_jdk_disable_no_key_of_today(Kind kind) {
    KeyRules rules = KeyRules.of(SystemSettings.read(name -> null, Security::getProperty));

    assertThat(permits(rules, kind, null)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "RSA, RSA",
    "rsa keySize < 2049, RSA",
    "RSA keySize <= 2048, RSA",
    "RSA keySize != 3072, RSA",
    "RSASSA-PSS keySize == 2048, RSA_PSS",
    "EC keySize>383, P384",
    "EC keySize >= 521, P521",
    "secp256r1, P256",
    "EdDSA, ED25519"
  })
  void a_key_is_disabled_by_algorithm_curve_and_size(String entry, Kind kind) {
    assertThat(permits(new KeyRules(List.of(entry)), kind, null)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "RSA keySize < 2048, RSA",
    "EC keySize < 256, P256",
    "secp384r1, P256",
    "EdDSA keySize < 4096, ED25519",
    "RSA jdkCA & usage TLSServer, RSA"
  })
  void other_keys_are_left(String entry, Kind kind) {
    assertThat(permits(new KeyRules(List.of(entry)), kind, null)).isTrue();
  }

  @Test
  void an_application_can_forbid_a_key() {
    AlgorithmConstraints nothing =
        new AlgorithmConstraints() {
          @Override
          public boolean permits(
              Set<CryptoPrimitive> primitives, String algorithm, AlgorithmParameters parameters) {
            return false;
          }

          @Override
          public boolean permits(Set<CryptoPrimitive> primitives, Key key) {
            return false;
          }

          @Override
          public boolean permits(
              Set<CryptoPrimitive> primitives,
              String algorithm,
              Key key,
              AlgorithmParameters parameters) {
            return false;
          }
        };

    assertThat(permits(new KeyRules(List.of()), Kind.P256, nothing)).isFalse();
  }
}
