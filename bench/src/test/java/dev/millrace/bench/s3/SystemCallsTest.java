package dev.millrace.bench.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.millrace.bench.process.Dialogue;
import dev.millrace.bench.process.Program;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SystemCallsTest {
  private static final String TABLE =
      """
      % time     seconds  usecs/call     calls    errors syscall
      ------ ----------- ----------- --------- --------- ----------------
       75.48    0.068443         277       247       106 futex
       10.00    0.001000           5        20           recvfrom
        9.00    0.000900           1         7           epoll_wait
        3.00    0.000300           1         2         1 epoll_ctl
        2.00    0.000200           1         4           ppoll
        0.52    0.000010           1         1           pselect6
      ------ ----------- ----------- --------- --------- ----------------
      100.00    0.070853         252       281       107 total
      """;

  @Test
  void calls_are_added_and_told_apart() {
    assertThat(SystemCalls.parse(TABLE)).isEqualTo(new SystemCalls(281, 14, 247));
  }

  @Test
  void calls_are_divided_among_downloads() {
    assertThat(new SystemCalls(30, 20, 10).per(10)).isEqualTo(new SystemCalls(3, 2, 1));
  }

  @Test
  @Timeout(60)
  void what_a_process_does_meanwhile_is_counted() throws Exception {
    Optional<Path> strace = Program.find("strace");
    if (strace.isEmpty()) {
      abort("strace is not installed");
      return;
    }
    try (Workbench workbench = Workbench.open();
        Dialogue echo = workbench.converse("echo", List.of("cat"))) {
      Strace.Counting counting = attach(new Strace(workbench, strace.get()), echo);
      for (int i = 0; i < 10; i++) {
        echo.ask("again");
      }
      SystemCalls calls = counting.end();

      // A line is read and written; cat may have been in the middle of a read.
      assertThat(calls.total()).isBetween(19.0, 30.0);
      assertThat(calls.polls()).isZero();
      assertThat(echo.ask("still there")).isEqualTo("still there");
    }
  }

  private static Strace.Counting attach(Strace strace, Dialogue program)
      throws InterruptedException {
    try {
      return strace.attach(program.child().process().toHandle());
    } catch (IOException e) {
      return abort("strace may not look into other processes here: " + e.getMessage());
    }
  }
}
