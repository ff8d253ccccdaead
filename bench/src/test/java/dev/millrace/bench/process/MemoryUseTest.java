package dev.millrace.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MemoryUseTest {
  @Test
  void the_share_is_the_line_of_that_name() throws IOException {
    String rollup =
        """
        55d0-7ffd ---p 00000000 00:00 0    [rollup]
        Rss:              201220 kB
        Pss:              191004 kB
        Pss_Anon:         180000 kB
        """;
    assertThat(MemoryUse.share(rollup)).isEqualTo(191_004);
  }

  @Test
  void a_kernel_that_does_not_tell_is_named() {
    assertThatThrownBy(() -> MemoryUse.share("Rss: 1 kB"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not tell");
  }

  @Test
  void this_process_takes_some() throws IOException {
    assertThat(MemoryUse.of(ProcessHandle.current())).isBetween(10L << 20, 100L << 30);
  }
}
