package dev.millrace.bench.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.evidence.Claims;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Rounds;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScheduleTest {
  static Stream<Schedule> schedules() {
    return Stream.of(Schedule.quick(), Schedule.full(1), Schedule.full(16));
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void no_two_results_have_the_same_case_and_peer(Schedule schedule) {
    assertThat(results(schedule).map(result -> result.words() + " " + result.peer()))
        .doesNotHaveDuplicates();
  }

  @Test
  void ours_is_set_beside_itself_with_as_many_threads_as_there_are_cores() {
    assertThat(results(Schedule.full(12)).map(BenchResult::words))
        .contains("scale=2/1 hit=100", "scale=8/1 op=put size=20480 expiry=yes")
        .noneMatch(words -> words.startsWith("scale=16"));
    assertThat(results(Schedule.full(1)).map(BenchResult::words))
        .noneMatch(words -> words.startsWith("scale"));
  }

  @Test
  void a_full_run_has_all_that_the_evidence_asks_for_and_only_that_is_chosen() {
    assertThat(Claims.figures(SessionCacheBench.NAME))
        .isNotEmpty()
        .allSatisfy(figure ->
            assertThat(results(Schedule.full(2)).map(BenchResult::words)).anyMatch(figure::isOf));
    Schedule quick = Schedule.of(new BenchOptions(true, null, null, "hit=50 threads=4"::equals), 2);
    assertThat(quick.comparisons())
        .extracting(Comparison::title)
        .containsExactly("hit=50 threads=4");
    assertThat(quick.rounds()).isEqualTo(Schedule.quick().rounds());
  }

  @Test
  void a_load_is_measured_once_for_all_peers() {
    Comparison comparison =
        Comparison.withPeers(
            "hit=50 threads=4",
            List.of(Side.JDK, Side.CHM),
            side -> Load.hit(side, Keys.INTEGER, 50, 4));

    assertThat(comparison.loads())
        .containsExactly(
            new Load.Throughput(Side.MILLRACE, Keys.INTEGER, "lookup", 1000, 2000, true, 4),
            new Load.Throughput(Side.JDK, Keys.INTEGER, "lookup", 1000, 2000, true, 4),
            new Load.Throughput(Side.CHM, Keys.INTEGER, "lookup", 1000, 2000, true, 4));
  }

  private static Stream<BenchResult> results(Schedule schedule) {
    return schedule.comparisons().stream()
        .flatMap(comparison -> {
          Rounds<Load, Double> ones =
              new Rounds<>(
                  comparison.loads().stream()
                      .collect(Collectors.toMap(Function.identity(), _ -> List.of(1.0))));
          return comparison.lines().stream().map(line -> line.result(ones));
        });
  }
}
