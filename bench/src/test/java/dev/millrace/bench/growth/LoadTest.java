package dev.millrace.bench.growth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadTest {
  @Test
  void equal_loads_do_not_deviate() {
    assertThat(Load.of(new long[] {3, 3, 3})).isEqualTo(new Load(1, 0));
  }

  @Test
  void loads_are_told_by_their_mean() {
    assertThat(Load.of(new long[] {2, 6})).isEqualTo(new Load(1.5, 0.5));
  }
}
