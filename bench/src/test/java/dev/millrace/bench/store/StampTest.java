package dev.millrace.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StampTest {
  @ParameterizedTest
  @ValueSource(ints = {8, 100, 184, 1024})
  void a_value_tells_its_number_wherever_it_lies(int length) {
    byte[] value = new byte[length];
    Stamp.write(value, 1_234_567);

    assertThat(Stamp.read(value)).isEqualTo(1_234_567);
    assertThat(Stamp.read(ByteBuffer.wrap(value).order(ByteOrder.nativeOrder())))
        .isEqualTo(1_234_567);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 50, 99})
  void a_value_that_is_damaged_has_the_number_of_none(int at) {
    byte[] value = new byte[100];
    Stamp.write(value, 5);
    value[at]++;

    assertThat(Stamp.read(value)).isNegative().isNotEqualTo(Stamp.MISS);
  }
}
