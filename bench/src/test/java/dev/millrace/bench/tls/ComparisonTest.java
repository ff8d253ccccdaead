package dev.millrace.bench.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.evidence.Claims;
import dev.millrace.bench.tls.Comparison.Line;
import dev.millrace.bench.tls.side.Kind;
import dev.millrace.bench.tls.side.Side;
import dev.millrace.bench.tls.side.Suite;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ComparisonTest {
  static Stream<List<Comparison>> schedules() {
    return Stream.of(
        HandshakeSchedule.quick(),
        HandshakeSchedule.full(),
        TlsBulkBench.comparisons(Suite.values()),
        TlsCloseBench.comparisons(Kind.values()),
        TlsMemoryBench.comparisons(1, Kind.values()));
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void no_two_lines_say_the_same(List<Comparison> schedule) {
    assertThat(lines(schedule))
        .extracting(line -> List.of(line.words(), line.measure().unit(), line.peer()))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void a_subject_is_measured_once_for_all_lines(List<Comparison> schedule) {
    assertThat(schedule)
        .allSatisfy(comparison -> assertThat(comparison.subjects()).doesNotHaveDuplicates());
  }

  @Test
  void full_runs_have_all_that_the_evidence_asks_for() {
    assertThat(Claims.figures("tls-handshake"))
        .isNotEmpty()
        .allSatisfy(figure ->
            assertThat(lines(HandshakeSchedule.full()))
                .anyMatch(line ->
                    figure.isOf(line.words()) && figure.unit().equals(line.measure().unit())));
    assertThat(Claims.figures("tls-close"))
        .isNotEmpty()
        .allSatisfy(figure ->
            assertThat(lines(TlsCloseBench.comparisons(Kind.values())))
                .anyMatch(line ->
                    figure.isOf(line.words()) && figure.unit().equals(line.measure().unit())));
  }

  @Test
  void the_hybrid_group_is_not_asked_of_the_jdk() {
    assertThat(lines(HandshakeSchedule.full()))
        .filteredOn(line -> line.words().contains("group=hybrid"))
        .isNotEmpty()
        .noneMatch(line -> line.theirs().side() == Side.SUNJSSE);
  }

  private static Stream<Line> lines(List<Comparison> schedule) {
    return schedule.stream().flatMap(comparison -> comparison.lines().stream());
  }
}
