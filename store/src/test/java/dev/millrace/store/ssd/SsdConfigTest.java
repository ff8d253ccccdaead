package dev.millrace.store.ssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.millrace.store.io.IoConfig;
import dev.millrace.store.io.IoConfig.BufferClass;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SsdConfigTest {
  private static final Path FOLDER = Path.of("ssd");

  @ParameterizedTest
  @CsvSource({"26, 24", "33, 24", "34, 25", "36, 27", "37, 28", "42, 28"})
  void segments_are_a_512th_of_the_tier(int capacityBits, int segmentBits) {
    SsdConfig config = SsdConfig.of(FOLDER, 1L << capacityBits);

    assertThat(config.segmentSize()).isEqualTo(1 << segmentBits);
  }

  @Test
  void the_buffers_suffice_for_the_longest_entry_and_can_be_registered() {
    for (int longest : new int[] {1_000, 60_000, 1 << 20, 126 << 20}) {
      SsdConfig config = SsdConfig.of(FOLDER, 1L << 40).longestEntry(longest);
      IoConfig io = IoConfig.defaults().withBuffers(config.buffers());

      assertThat(io.buffers().stream().mapToInt(BufferClass::bytes))
          .anyMatch(bytes -> bytes >= config.longestRead())
          .anyMatch(bytes -> bytes == config.stageBytes());
      assertThat((long) config.stages() * config.stageBytes()).isGreaterThan(2L * longest);
    }
  }

  @Test
  void numbers_that_do_not_go_together_are_refused() {
    SsdConfig config = SsdConfig.of(FOLDER, 64 << 20);

    assertThatIllegalArgumentException().isThrownBy(() -> SsdConfig.of(FOLDER, 63 << 20));
    assertThatIllegalArgumentException().isThrownBy(() -> SsdConfig.of(FOLDER, 1L << 46));
    assertThatIllegalArgumentException().isThrownBy(() -> config.segmentSize(100_000));
    assertThatIllegalArgumentException().isThrownBy(() -> config.segmentSize(32 << 10));
    assertThatIllegalArgumentException().isThrownBy(() -> config.longestEntry(16 << 20));
    assertThat(config.segmentSize(64 << 10).longestEntry()).isEqualTo((64 << 10) - 3 * 4096);
  }
}
