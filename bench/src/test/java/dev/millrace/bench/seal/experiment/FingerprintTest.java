package dev.millrace.bench.seal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  private static final SecretKey KEY = new SecretKeySpec(new byte[16], "AES");

  @Test
  void a_sealed_object_is_told_from_two_hundred_candidates_without_the_key() throws Exception {
    List<byte[]> candidates =
        IntStream.range(0, 200).mapToObj(seed -> Orders.json(20_000, seed)).toList();
    List<Fingerprint> fingerprints = candidates.stream().map(Fingerprint::ofContent).toList();

    for (int i = 0; i < candidates.size(); i++) {
      Fingerprint seen = Fingerprint.ofSealed(TableSealing.seal(candidates.get(i), KEY));
      assertThat(fingerprints.indexOf(seen)).isEqualTo(i);
      assertThat(fingerprints.lastIndexOf(seen)).isEqualTo(i);
    }
  }

  @Test
  void equal_content_shows_the_same_bits_each_time() throws Exception {
    byte[] content = Orders.json(20_000, 1);

    assertThat(firstBlock(content).same(firstBlock(content))).isTrue();
  }

  @Test
  void objects_that_begin_alike_show_the_same_bits_as_far_as_their_blocks_are_alike()
      throws Exception {
    byte[] one = Orders.json(300_000, 1);
    byte[] other = one.clone();
    Arrays.fill(other, 250_000, 260_000, (byte) 'x');

    assertThat(firstBlock(one).same(firstBlock(other))).isTrue();
    assertThat(one).isNotEqualTo(other);
  }

  private static Bits firstBlock(byte[] content) throws Exception {
    return SealedBytes.parse(TableSealing.seal(content, KEY)).tokens().getFirst();
  }
}
