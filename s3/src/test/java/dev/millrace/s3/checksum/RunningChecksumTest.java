package dev.millrace.s3.checksum;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class RunningChecksumTest {
  @Test
  void digests_are_written_in_base64() {
    assertThat(finished(DigestAlgorithm.SHA1, "abc".getBytes(US_ASCII)))
        .isEqualTo("qZk+NkcGgWq6PiVxeFDCbJzQ2J0=");
    assertThat(finished(DigestAlgorithm.SHA256, "abc".getBytes(US_ASCII)))
        .isEqualTo("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  }

  @Property(tries = 500)
  void it_makes_no_difference_what_the_bytes_lie_in(
      @ForAll("algorithms") ChecksumAlgorithm algorithm,
      @ForAll @Size(max = 300) byte[] bytes,
      @ForAll @IntRange(max = 300) int from,
      @ForAll @IntRange(max = 300) int to) {
    int first = Math.min(Math.min(from, to), bytes.length);
    int length = Math.min(Math.max(from, to), bytes.length) - first;
    String expected = finished(algorithm, Arrays.copyOfRange(bytes, first, first + length));
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes);
    RunningChecksum sum = algorithm.start();

    sum.update(bytes, first, length);
    assertThat(sum.finish()).isEqualTo(expected);

    for (ByteBuffer buffer :
        new ByteBuffer[] {
          ByteBuffer.wrap(bytes), ByteBuffer.wrap(bytes).asReadOnlyBuffer(), direct
        }) {
      sum.update(buffer.limit(first + length).position(first));
      assertThat(sum.finish()).isEqualTo(expected);
      assertThat(buffer.position()).isEqualTo(first + length);
    }

    try (Arena arena = Arena.ofConfined()) {
      MemorySegment outside = arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
      for (MemorySegment segment : new MemorySegment[] {outside, MemorySegment.ofArray(bytes)}) {
        sum.update(segment.asSlice(first, length));
        assertThat(sum.finish()).isEqualTo(expected);
      }
    }
  }

  @Property(tries = 500)
  void it_makes_no_difference_in_what_pieces_the_bytes_come(
      @ForAll("algorithms") ChecksumAlgorithm algorithm,
      @ForAll @Size(max = 300) byte[] bytes,
      @ForAll @IntRange(min = 1, max = 40) int piece) {
    RunningChecksum sum = algorithm.start();
    for (int i = 0; i < bytes.length; i += piece) {
      sum.update(bytes, i, Math.min(piece, bytes.length - i));
    }

    assertThat(sum.finish()).isEqualTo(finished(algorithm, bytes));
  }

  @ParameterizedTest
  @FieldSource("dev.millrace.s3.checksum.ChecksumAlgorithm#CHEAPEST_FIRST")
  void a_finished_checksum_starts_anew(ChecksumAlgorithm algorithm) {
    RunningChecksum sum = algorithm.start();
    String ofNothing = sum.finish();
    sum.update(new byte[] {1}, 0, 1);

    assertThat(sum.finish()).isNotEqualTo(ofNothing);
    assertThat(sum.finish()).isEqualTo(ofNothing);
  }

  @ParameterizedTest
  @FieldSource("dev.millrace.s3.checksum.ChecksumAlgorithm#CHEAPEST_FIRST")
  void bytes_outside_of_an_array_are_not_touched(ChecksumAlgorithm algorithm) {
    RunningChecksum sum = algorithm.start();

    assertThatThrownBy(() -> sum.update(new byte[20], 10, 11))
        .isInstanceOfAny(IndexOutOfBoundsException.class, IllegalArgumentException.class);
  }

  @Provide
  Arbitrary<ChecksumAlgorithm> algorithms() {
    return Arbitraries.of(ChecksumAlgorithm.CHEAPEST_FIRST);
  }

  private static String finished(ChecksumAlgorithm algorithm, byte[] bytes) {
    RunningChecksum sum = algorithm.start();
    sum.update(bytes, 0, bytes.length);
    return sum.finish();
  }
}
