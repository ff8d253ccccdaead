package dev.millrace.tls.keys;

import static dev.millrace.tls.wire.HashAlgorithm.SHA256;
import static dev.millrace.tls.wire.HashAlgorithm.SHA384;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.wire.HashAlgorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TranscriptTest {
  private static final CryptoServices CRYPTO = CryptoServices.resolve();
  private static final byte[] FIRST = {1, 0, 0, 1, 7};
  private static final byte[] SECOND = {2, 0, 0, 2, 8, 9};

  private final Transcript transcript = new Transcript(CRYPTO);

  @ParameterizedTest
  @EnumSource
  void it_is_the_same_whenever_the_hash_is_chosen(HashAlgorithm hash) {
    byte[] expected = hashOf(hash, FIRST, SECOND);
    for (int chosenAfter = 0; chosenAfter <= 2; chosenAfter++) {
      Transcript one = new Transcript(CRYPTO);
      if (chosenAfter == 0) {
        one.choose(hash);
      }
      one.add(FIRST);
      if (chosenAfter == 1) {
        one.choose(hash);
      }
      one.add(SECOND);
      one.choose(hash);
      assertThat(one.hash()).isEqualTo(expected);
      assertThat(one.algorithm()).isEqualTo(hash);
    }
  }

  @Test
  void asking_for_the_hash_changes_nothing() {
    transcript.choose(SHA256);
    transcript.add(FIRST);
    assertThat(transcript.hash()).isEqualTo(transcript.hash());
    assertThat(transcript.hashWith(SECOND, SECOND.length)).isEqualTo(hashOf(SHA256, FIRST, SECOND));
    assertThat(transcript.hash()).isEqualTo(hashOf(SHA256, FIRST));
  }

  @Test
  void a_copy_goes_on_by_itself() {
    transcript.add(FIRST);
    Transcript copy = transcript.copy();
    copy.choose(SHA384);
    copy.add(SECOND);
    transcript.choose(SHA256);
    assertThat(copy.hash()).isEqualTo(hashOf(SHA384, FIRST, SECOND));
    assertThat(transcript.hash()).isEqualTo(hashOf(SHA256, FIRST));

    Transcript later = transcript.copy();
    later.add(SECOND);
    assertThat(later.hash()).isEqualTo(hashOf(SHA256, FIRST, SECOND));
    assertThat(transcript.hash()).isEqualTo(hashOf(SHA256, FIRST));
  }

  @ParameterizedTest
  @EnumSource
  void a_retry_leaves_the_hash_of_the_first_hello(HashAlgorithm hash) {
    transcript.add(FIRST);
    transcript.choose(hash);
    transcript.replaceFirstHelloWithItsHash();
    transcript.add(SECOND);
    byte[] header = {(byte) 254, 0, 0, (byte) hash.length()};
    assertThat(transcript.hash()).isEqualTo(hashOf(hash, header, hashOf(hash, FIRST), SECOND));
  }

  @Test
  void only_a_first_hello_is_replaced() {
    transcript.choose(SHA256);
    assertThatIllegalStateException().isThrownBy(transcript::replaceFirstHelloWithItsHash);
    transcript.add(FIRST);
    transcript.replaceFirstHelloWithItsHash();
    assertThatIllegalStateException().isThrownBy(transcript::replaceFirstHelloWithItsHash);
  }

  @Test
  void there_is_no_hash_before_it_is_chosen() {
    transcript.add(FIRST);
    assertThatIllegalStateException().isThrownBy(transcript::hash);
    assertThatIllegalStateException().isThrownBy(transcript::algorithm);
    assertThatIllegalStateException().isThrownBy(() -> transcript.hashWith(SECOND, SECOND.length));
    assertThatIllegalStateException().isThrownBy(transcript::replaceFirstHelloWithItsHash);
  }

  @Test
  void the_choice_is_final() {
    transcript.choose(SHA256);
    transcript.choose(SHA256);
    assertThatIllegalStateException().isThrownBy(() -> transcript.choose(SHA384));
  }

  private static byte[] hashOf(HashAlgorithm hash, byte[]... messages) {
    var digest = CRYPTO.digest(hash);
    for (byte[] message : messages) {
      digest.update(message);
    }
    return digest.digest();
  }
}
