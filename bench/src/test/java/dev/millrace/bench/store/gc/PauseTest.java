package dev.millrace.bench.store.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PauseTest {
  @Test
  void every_stop_of_the_jvm_is_read_and_nothing_else() {
    List<String> log =
        List.of(
            "[2994146993ns][gc       ] GC(24) Pause Young (Allocation Failure) 259M->135M(401M) 5.053ms",
            "[2994200794ns][safepoint] Safepoint \"ParallelCollectForAllocation\", Time since last: 6038873 ns, Reaching safepoint: 3455 ns, At safepoint: 5137320 ns, Leaving safepoint: 1262 ns, Total: 5142037 ns, Threads: 0 runnable, 10 total",
            "",
            "[3156335385ns][safepoint] Safepoint \"ZMarkStartYoung\", Time since last: 8585725 ns, Reaching safepoint: 5688 ns, At safepoint: 24507 ns, Leaving safepoint: 2524 ns, Total: 32719 ns, Threads: 0 runnable, 10 total");

    assertThat(Pause.parse(log))
        .containsExactly(
            new Pause("ParallelCollectForAllocation", 2.994200794, 0.003455, 5.13732),
            new Pause("ZMarkStartYoung", 3.156335385, 0.005688, 0.024507));
  }

  @Test
  void those_while_requests_were_served_are_told_from_those_before() {
    Outcome outcome =
        new Outcome(
            Setting.MAP_G1,
            new Service(10, 20, 1, 0, 7, 1),
            List.of(
                new Pause("Fill", 9.9, 1, 399),
                new Pause("First", 10.5, 0.5, 2.5),
                new Pause("Second", 19, 4, 2),
                new Pause("End", 20.1, 0, 500)));

    assertThat(outcome.longestPause()).isEqualTo(6);
    assertThat(outcome.longestStanding()).isEqualTo(2.5);
    assertThat(outcome.paused()).isEqualTo(9);
    assertThat(outcome.note())
        .contains("map-g1: 2 while serving, the longest for Second")
        .contains("filling took 10 s, its longest 400.0 ms");
  }

  @Test
  void what_one_jvm_tells_is_what_the_other_hears() {
    Service service = new Service(1.5, 2.5, 0.1 + 0.2, 1e-9, 1234.5, 0.001);

    assertThat(Service.parse(service.line())).isEqualTo(service);
  }
}
