package dev.millrace.bench.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.store.memory.probe.Throughput;
import dev.millrace.bench.store.memory.side.Shape;
import dev.millrace.bench.store.memory.side.Side;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class SideJvmTest {
  private static final Shape SMALL = new Shape(20_000, 1000);

  @ParameterizedTest
  @EnumSource(Side.class)
  void every_side_finds_what_was_put(Side side) throws Exception {
    try (Workbench workbench = Workbench.open();
        SideJvm jvm = SideJvm.start(workbench, side, SMALL)) {
      Throughput throughput = jvm.measure(2, 50);

      assertThat(throughput.rate()).isPositive();
      assertThat(throughput.misses()).isLessThan(0.1);
    }
  }
}
