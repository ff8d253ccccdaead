package dev.millrace.tls.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.wire.HashAlgorithm;
import dev.millrace.tls.wire.WireWriter;
import java.security.GeneralSecurityException;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class KeyDerivationTest {
  private static final byte[] NO_CONTEXT = {};
  private static final CryptoServices CRYPTO = CryptoServices.resolve();

  @Property(tries = 300)
  void hkdf_expand_label_is_that_of_the_jdk(
      @ForAll HashAlgorithm hash,
      @ForAll @Size(min = 48, max = 200) byte[] secret,
      @ForAll @StringLength(max = 60) String label,
      @ForAll @Size(max = 255) byte[] context,
      @ForAll @IntRange(min = 1, max = 500) int length)
      throws GeneralSecurityException {
    byte[] info =
        new WireWriter()
            .u16(length)
            .opaque8(("tls13 " + label).getBytes(UTF_8))
            .opaque8(context)
            .toByteArray();
    byte[] expected =
        jdk(hash)
            .deriveData(
                HKDFParameterSpec.expandOnly(new SecretKeySpec(secret, "Generic"), info, length));

    assertThat(
            new KeyDerivation(CRYPTO, hash)
                .expandLabel(new Secret(secret.clone()), Label.of(label), context, length))
        .isEqualTo(expected);
  }

  @Property(tries = 100)
  void hkdf_extract_is_that_of_the_jdk(
      @ForAll HashAlgorithm hash,
      @ForAll @Size(min = 1, max = 200) byte[] salt,
      @ForAll @Size(min = 1, max = 200) byte[] ikm)
      throws GeneralSecurityException {
    byte[] expected =
        jdk(hash).deriveData(HKDFParameterSpec.ofExtract().addSalt(salt).addIKM(ikm).extractOnly());

    assertThat(
            new KeyDerivation(CRYPTO, hash)
                .extract(new Secret(salt.clone()), new Secret(ikm.clone()))
                .getEncoded())
        .isEqualTo(expected);
  }

  @Property(tries = 20)
  void what_hkdf_cannot_make_is_refused(
      @ForAll HashAlgorithm hash, @ForAll @IntRange(min = 1, max = 1000) int more) {
    KeyDerivation derivation = new KeyDerivation(CRYPTO, hash);
    Label label = Label.of("exporter");
    int most = 255 * hash.length();

    assertThat(derivation.expandLabel(derivation.zeros(), label, NO_CONTEXT, most)).hasSize(most);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> derivation.expandLabel(derivation.zeros(), label, NO_CONTEXT, most + more));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> derivation.expandLabel(derivation.zeros(), label, NO_CONTEXT, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> derivation.expandLabel(derivation.zeros(), label, new byte[255 + more], 32));
  }

  private static KDF jdk(HashAlgorithm hash) throws GeneralSecurityException {
    return KDF.getInstance("HKDF-" + hash);
  }
}
