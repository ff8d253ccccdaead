package dev.millrace.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CpuTimeTest {
  private static final String AFTER_NAME =
      " S 1 42 42 0 -1 4194560 100 200 3 4 1234 567 8 9 20 0 1 0 2000 10000 300 18446744";

  @Test
  void user_and_system_time_are_added() {
    assertThat(CpuTime.ticks("42 (nginx)" + AFTER_NAME)).isEqualTo(1801);
  }

  @Test
  void a_name_may_hold_blanks_and_parentheses() {
    assertThat(CpuTime.ticks("42 (a (b) c 7 8) d)" + AFTER_NAME)).isEqualTo(1801);
  }

  @Test
  void a_process_that_works_uses_time() throws Exception {
    ProcessHandle self = ProcessHandle.current();
    Duration before = CpuTime.of(self);

    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (CpuTime.of(self).equals(before) && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }

    assertThat(CpuTime.of(self)).isGreaterThan(before);
  }
}
