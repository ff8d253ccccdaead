package dev.millrace.tls.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.wire.HashAlgorithm;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Held against the JDK's.
class HmacTest {
  private static final CryptoServices CRYPTO = CryptoServices.resolve();

  private final Random random = new Random(1);

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static Mac jdk(HashAlgorithm hash, byte[] key) throws Exception {
    Mac mac = Mac.getInstance("Hmac" + hash.name(), "SunJCE");
    mac.init(new SecretKeySpec(key, "HMAC"));
    return mac;
  }

  @ParameterizedTest
  @EnumSource
  void keys_and_data_may_have_any_length(HashAlgorithm hash) throws Exception {
    for (int length = 1; length <= 3 * hash.blockLength(); length++) {
      byte[] key = bytes(length);
      byte[] data = bytes(random.nextInt(400));
      try (Hmac hmac = CRYPTO.hmac(hash, new Secret(key.clone()))) {
        assertThat(hmac.update(data).doFinal()).isEqualTo(jdk(hash, key).doFinal(data));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void data_may_come_in_pieces_and_the_key_serves_again(HashAlgorithm hash) throws Exception {
    byte[] key = bytes(hash.length());
    byte[] data = bytes(300);
    byte[] expected = jdk(hash, key).doFinal(data);
    try (Hmac hmac = CRYPTO.hmac(hash, new Secret(key.clone()))) {
      for (int cut = 0; cut < data.length; cut++) {
        hmac.update(data, 0, cut).update(data[cut]);
        hmac.update(new Secret(Arrays.copyOfRange(data, cut + 1, data.length)));
        assertThat(hmac.doFinal()).isEqualTo(expected);
      }
      assertThat(hmac.doFinal()).isEqualTo(jdk(hash, key).doFinal());
    }
  }

  @ParameterizedTest
  @EnumSource
  void another_key_drops_what_came_before(HashAlgorithm hash) throws Exception {
    byte[] data = bytes(100);
    byte[] shorter = bytes(3);
    byte[] longer = bytes(2 * hash.blockLength());
    try (Hmac hmac = CRYPTO.hmac(hash, new Secret(longer.clone()))) {
      hmac.update(data);
      hmac.with(new Secret(shorter.clone()));
      assertThat(hmac.update(data).doFinal()).isEqualTo(jdk(hash, shorter).doFinal(data));
      hmac.update(data);
      hmac.with(new Secret(longer.clone()));
      assertThat(hmac.update(data).doFinal()).isEqualTo(jdk(hash, longer).doFinal(data));
    }
  }
}
