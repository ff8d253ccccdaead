package dev.millrace.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyTest {
  private static final int MANY = 100_000;

  @Test
  void a_number_always_has_the_same_key_and_no_two_have_one() {
    assertThat(Key.of(5)).isEqualTo(Key.of(5)).hasSameHashCodeAs(Key.of(5));
    assertThat(IntStream.range(0, MANY).mapToObj(Key::of).distinct()).hasSize(MANY);
  }

  @Test
  void hash_codes_are_spread_over_all_bits() {
    int[] seen = new int[Integer.SIZE];
    for (int number = 0; number < MANY; number++) {
      for (int bit = 0; bit < seen.length; bit++) {
        seen[bit] += Key.of(number).hashCode() >>> bit & 1;
      }
    }

    assertThat(IntStream.of(seen))
        .allMatch(ones -> ones > MANY * 49 / 100 && ones < MANY * 51 / 100);
  }

  @Test
  void its_bytes_are_its_two_numbers() {
    ByteBuffer bytes = ByteBuffer.wrap(Key.bytes(7)).order(ByteOrder.nativeOrder());

    assertThat(new Key(bytes.getLong(), bytes.getLong())).isEqualTo(Key.of(7));
    assertThat(bytes.remaining()).isZero();
  }
}
