package dev.millrace.s3.checksum;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CrcTest {
  @ParameterizedTest
  @CsvSource({
    "CRC32, cbf43926, y/Q5Jg==",
    "CRC32C, e3069283, 4waSgw==",
    "CRC64NVME, ae8b14860a799888, rosUhgp5mIg="
  })
  void the_nine_digits_have_the_value_of_the_catalogue(
      CrcAlgorithm algorithm, String hex, String base64) {
    Crc crc = crc(algorithm, "123456789".getBytes(US_ASCII));

    assertThat(crc.value()).isEqualTo(Long.parseUnsignedLong(hex, 16));
    assertThat(crc.length()).isEqualTo(9);
    assertThat(crc.base64()).isEqualTo(base64);
  }

  @Property
  void every_crc_is_what_a_division_bit_by_bit_leaves(
      @ForAll CrcAlgorithm algorithm, @ForAll @Size(max = 200) byte[] bytes) {
    assertThat(crc(algorithm, bytes).value()).isEqualTo(bitwise(algorithm, bytes));
  }

  @Property
  void the_crcs_of_adjacent_parts_make_that_of_the_whole(
      @ForAll CrcAlgorithm algorithm,
      @ForAll @Size(max = 5000) byte[] whole,
      @ForAll @Size(max = 8) List<@IntRange(max = 5000) Integer> cuts) {
    Crc joined = Crc.ofNothing(algorithm);
    int from = 0;
    for (int cut : cuts.stream().map(c -> Math.min(c, whole.length)).sorted().toList()) {
      joined = joined.then(crc(algorithm, Arrays.copyOfRange(whole, from, cut)));
      from = cut;
    }
    joined = joined.then(crc(algorithm, Arrays.copyOfRange(whole, from, whole.length)));

    assertThat(joined).isEqualTo(crc(algorithm, whole));
  }

  /// Lengths that no test could add up: five tebibytes are the largest object.
  @Property
  void parts_may_be_joined_in_any_order_whatever_their_length(
      @ForAll CrcAlgorithm algorithm,
      @ForAll @LongRange(min = 0, max = 5L << 40) long second,
      @ForAll @LongRange(min = 0, max = 5L << 40) long third,
      @ForAll int value) {
    long bits = value & 0xffffffffL;
    Crc a = new Crc(algorithm, bits, 1);
    Crc b = new Crc(algorithm, bits >>> 3, second);
    Crc c = new Crc(algorithm, bits >>> 7, third);

    assertThat(a.then(b).then(c)).isEqualTo(a.then(b.then(c)));
  }

  @ParameterizedTest
  @EnumSource
  void a_part_of_zeros_is_joined_as_if_it_had_been_read(CrcAlgorithm algorithm) {
    byte[] zeros = new byte[1 << 20];
    Crc part = crc(algorithm, zeros);
    RunningCrc whole = algorithm.start();
    Crc joined = Crc.ofNothing(algorithm);
    for (int i = 0; i < 9; i++) {
      whole.update(zeros, 0, zeros.length);
      joined = joined.then(part);
    }

    assertThat(joined).isEqualTo(whole.crc());
  }

  @Test
  void different_algorithms_cannot_be_joined() {
    Crc crc = Crc.ofNothing(CrcAlgorithm.CRC32);

    assertThatThrownBy(() -> crc.then(Crc.ofNothing(CrcAlgorithm.CRC32C)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Crc crc(CrcAlgorithm algorithm, byte[] bytes) {
    RunningCrc running = algorithm.start();
    running.update(bytes, 0, bytes.length);
    return running.crc();
  }

  private static long bitwise(CrcAlgorithm algorithm, byte[] bytes) {
    long polynomial =
        switch (algorithm) {
          case CRC32 -> 0xedb88320L;
          case CRC32C -> 0x82f63b78L;
          case CRC64NVME -> 0x9a6c9329ac4bc9b5L;
        };
    long ones = algorithm == CrcAlgorithm.CRC64NVME ? -1 : 0xffffffffL;
    long remainder = ones;
    for (byte b : bytes) {
      for (int bit = 0; bit < 8; bit++) {
        boolean odd = ((remainder ^ (b >> bit)) & 1) != 0;
        remainder = odd ? (remainder >>> 1) ^ polynomial : remainder >>> 1;
      }
    }
    return remainder ^ ones;
  }
}
