package dev.millrace.tls.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.millrace.tls.wire.AeadAlgorithm;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.function.Consumer;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AeadCipherTest {
  private static final Provider JDK = Security.getProvider("SunJCE");
  private static final Provider NATIVE = Conscrypt.newProvider();
  private static final byte[] NONCE = new byte[AeadAlgorithm.NONCE_LENGTH];

  private static AeadCipher.Source both(AeadAlgorithm algorithm) throws GeneralSecurityException {
    return new AeadCipher.Source(algorithm, JDK, NATIVE);
  }

  private static Secret key(AeadAlgorithm algorithm, int value) {
    byte[] key = new byte[algorithm.keyLength()];
    Arrays.fill(key, (byte) value);
    return new Secret(key);
  }

  private static Consumer<AeadOperation> doneBy(Provider provider) {
    return operation -> assertThat(operation.cipher.getProvider()).isSameAs(provider);
  }

  @ParameterizedTest
  @EnumSource
  void what_one_seals_another_opens_whatever_its_length(AeadAlgorithm algorithm) throws Exception {
    AeadCipher.Source source = both(algorithm);
    Secret key = key(algorithm, 7);
    try (AeadCipher sealing = source.cipher();
        AeadCipher opening = source.cipher()) {
      for (int length : new int[] {0, 1, AeadCipher.SMALL, AeadCipher.SMALL + 1, 16384}) {
        byte[] nonce = NONCE.clone();
        nonce[0] = (byte) length;
        nonce[1] = (byte) (length >>> 8);
        byte[] content = new byte[length];
        Arrays.fill(content, (byte) 3);
        byte[] sealed = new byte[length + AeadAlgorithm.TAG_LENGTH];
        AeadOperation seal = sealing.with(key).set(Cipher.ENCRYPT_MODE, nonce, length);
        seal.updateAAD(nonce, 0, 2);
        int first = seal.update(content, 0, length / 2, sealed, 0);
        seal.doFinal(content, length / 2, length - length / 2, sealed, first);
        // The other cipher, where there is one.
        int other = length <= AeadCipher.SMALL ? AeadCipher.SMALL + 1 : sealed.length;
        AeadOperation open = opening.with(key).set(Cipher.DECRYPT_MODE, nonce, other);
        open.updateAAD(nonce, 0, 2);
        byte[] opened = new byte[length];
        assertThat(open.doFinal(sealed, 0, sealed.length, opened, 0)).isEqualTo(length);
        assertThat(opened).isEqualTo(content);
      }
    }
  }

  @Test
  void native_code_does_what_is_small_and_the_jdk_the_rest() throws Exception {
    try (AeadCipher cipher = both(AeadAlgorithm.AES_128_GCM).cipher()) {
      Secret key = key(AeadAlgorithm.AES_128_GCM, 1);
      assertThat(cipher.with(key).set(Cipher.DECRYPT_MODE, NONCE, AeadCipher.SMALL))
          .satisfies(doneBy(NATIVE));
      assertThat(cipher.with(key).set(Cipher.DECRYPT_MODE, NONCE, AeadCipher.SMALL + 1))
          .satisfies(doneBy(JDK));
    }
  }

  @Test
  void without_native_code_the_jdk_does_everything() throws Exception {
    AeadCipher.Source source = new AeadCipher.Source(AeadAlgorithm.AES_128_GCM, JDK, null);
    try (AeadCipher cipher = source.cipher()) {
      Secret key = key(AeadAlgorithm.AES_128_GCM, 1);
      assertThat(cipher.with(key).set(Cipher.DECRYPT_MODE, NONCE, 1)).satisfies(doneBy(JDK));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE})
  void a_cipher_that_comes_back_knows_no_key(int mode) throws Exception {
    AeadCipher.Source source = both(AeadAlgorithm.AES_128_GCM);
    Secret key = key(AeadAlgorithm.AES_128_GCM, 1);
    for (int i = 0; i < 3; i++) {
      Cipher used;
      try (AeadCipher cipher = source.cipher()) {
        used = cipher.with(key).set(mode, NONCE, 1).cipher;
      }
      // It is still set to what it was wiped with.
      byte[] sealed = used.doFinal(new byte[16]);
      Cipher same = Cipher.getInstance("AES/GCM/NoPadding", JDK);
      same.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(new byte[16], "AES"),
          new GCMParameterSpec(128, used.getIV()));
      assertThat(sealed).isEqualTo(same.doFinal(new byte[16]));
    }
  }

  @Test
  void a_forgery_leaves_nothing_behind_for_what_comes_next() throws Exception {
    try (AeadCipher cipher = both(AeadAlgorithm.AES_128_GCM).cipher()) {
      cipher.with(key(AeadAlgorithm.AES_128_GCM, 1));
      byte[] sealed = new byte[3 + AeadAlgorithm.TAG_LENGTH];
      cipher
          .set(Cipher.ENCRYPT_MODE, NONCE, sealed.length)
          .doFinal(new byte[] {1, 2, 3}, 0, 3, sealed, 0);
      byte[] opened = new byte[3];
      AeadOperation forged = cipher.set(Cipher.DECRYPT_MODE, NONCE, sealed.length);
      assertThatExceptionOfType(AEADBadTagException.class)
          .isThrownBy(() -> forged.doFinal(new byte[sealed.length], 0, sealed.length, opened, 0));
      cipher
          .set(Cipher.DECRYPT_MODE, NONCE, sealed.length)
          .doFinal(sealed, 0, sealed.length, opened, 0);
      assertThat(opened).containsExactly(1, 2, 3);
    }
  }

  @Test
  void a_closed_secret_is_no_key() throws Exception {
    Secret closed = key(AeadAlgorithm.AES_128_GCM, 1);
    closed.close();
    try (AeadCipher cipher = both(AeadAlgorithm.AES_128_GCM).cipher()) {
      assertThatIllegalStateException()
          .isThrownBy(() -> cipher.with(closed).set(Cipher.ENCRYPT_MODE, NONCE, 1));
      assertThatIllegalStateException()
          .isThrownBy(() -> cipher.with(closed).set(Cipher.ENCRYPT_MODE, NONCE, 16384));
    }
  }
}
