package dev.millrace.bench.seal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.seal.experiment.Measurement.Work;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MeasurementTest {
  @Test
  void sizes_and_times_are_told() throws Exception {
    Measurement measurement = Measurement.of(Orders.json(200_000, 1), 3, Duration.ofMillis(1));

    assertThat(measurement.bytes()).isGreaterThanOrEqualTo(200_000);
    assertThat(measurement.blocks()).isGreaterThan(1);
    assertThat(measurement.compressed()).isLessThan(measurement.bytes() / 2);
    assertThat(measurement.encryptedShare()).isBetween(0.001, 0.05);
    assertThat(measurement.nanosPerByte()).containsOnlyKeys(Work.values());
    assertThat(measurement.nanosPerByte().values())
        .allSatisfy(spread -> assertThat(spread.median()).isPositive());
  }

  @Test
  void encryption_is_the_small_part_of_compression_and_encryption() throws Exception {
    assertThat(Measurement.of(Orders.json(200_000, 1), 3, Duration.ofMillis(20)).mostToSave())
        .isBetween(0.0, 0.5);
  }
}
