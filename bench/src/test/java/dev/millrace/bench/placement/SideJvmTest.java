package dev.millrace.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.placement.probe.Fallback;
import dev.millrace.bench.placement.probe.Keys;
import dev.millrace.bench.placement.probe.Timing;
import dev.millrace.bench.placement.side.Side;
import dev.millrace.bench.process.Workbench;
import dev.millrace.fleet.Tier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class SideJvmTest {
  @ParameterizedTest
  @EnumSource(Side.class)
  void every_side_places_on_one_tier_and_on_two(Side side) throws Exception {
    try (Workbench workbench = Workbench.open();
        SideJvm jvm = SideJvm.start(workbench, side)) {
      Timing timing = jvm.time(2);
      Fallback fallback = jvm.fallback(Keys.SEQUENTIAL, side, Tier.AUXILIARY);

      assertThat(timing.median()).isPositive().isLessThanOrEqualTo(timing.p90());
      assertThat(fallback.empty()).isBetween(0, 3);
      assertThat(fallback.skew()).isBetween(1.0, 4.0);
    }
  }
}
