package dev.millrace.bench.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final BenchResult REQUESTS =
      new BenchResult(
          "gateway",
          "size=100KB conn=keep",
          "req/s",
          Better.HIGHER,
          Spread.of(9000.4, 12000.5, 10000.6),
          "nginx",
          Spread.of(8000, 8000, 8000));
  private static final BenchResult CPU =
      new BenchResult(
          "gateway",
          "size=1KB conn=keep",
          "cpu-us/req",
          Better.LOWER,
          Spread.of(0.5, 0.25),
          "nginx",
          Spread.of(0.123456));

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private PrintStream to(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, UTF_8);
  }

  @Test
  void a_result_is_one_line_of_json_with_the_agreed_keys_first() {
    new JsonReport(to(out), to(err)).result(REQUESTS);

    assertThat(out.toString(UTF_8))
        .isEqualTo(
            "{\"bench\":\"gateway\",\"case\":\"size=100KB conn=keep\",\"unit\":\"req/s\","
                + "\"ours\":10001,\"peer\":\"nginx\",\"theirs\":8000,\"ratio\":1.25,"
                + "\"ours_min\":9000,\"ours_max\":12001,\"theirs_min\":8000,\"theirs_max\":8000,"
                + "\"rounds\":3,\"better\":\"higher\"}\n");
  }

  @Test
  void json_escapes_what_would_break_a_string() {
    BenchResult odd =
        new BenchResult("a\"b\\c\nd", "x=1", "s", Better.LOWER, Spread.of(1), "jdk", Spread.of(1));

    new JsonReport(to(out), to(err)).result(odd);

    assertThat(out.toString(UTF_8)).startsWith("{\"bench\":\"a\\\"b\\\\c\\u000ad\",");
  }

  @Test
  void json_keeps_everything_but_results_off_the_output() {
    BenchReport report = new JsonReport(to(out), to(err));

    report.note("a note");
    report.progress("a step");
    report.absent("nginx", "apt install nginx");
    report.finish();

    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8)).contains("not measured: nginx: apt install nginx");
  }

  @Test
  void a_table_aligns_its_columns() {
    assertThat(TableReport.lines(List.of(REQUESTS, CPU)))
        .containsExactly(
            "case                  unit         ours     (min-max)  peer   theirs        (min-max)"
                + "  ratio",
            "size=100KB conn=keep  req/s       10001  (9000-12001)  nginx    8000      (8000-8000)"
                + "   1.25",
            "size=1KB conn=keep    cpu-us/req  0.375    (0.25-0.5)  nginx  0.1235  (0.1235-0.1235)"
                + "   0.33");
  }

  @Test
  void a_table_names_the_machine_and_the_peer_that_is_missing() {
    BenchReport report = new TableReport(to(out), to(err));
    report.absent("nginx", "apt install nginx");
    report.finish();

    assertThat(out.toString(UTF_8))
        .contains("machine: ", "kernel: ", "jdk: ", "load: ")
        .contains("not measured: nginx: apt install nginx")
        .doesNotContain("ratio");
  }

  @Test
  void the_ratio_is_above_1_where_ours_is_better_whichever_way_the_unit_is_read() {
    assertThat(REQUESTS.ratio()).isGreaterThan(1);
    assertThat(CPU.ratio()).isLessThan(1);
  }

  @Test
  void a_ratio_to_nothing_is_not_told() {
    BenchResult nothing =
        new BenchResult(
            "s3-download", "x=1", "poll-calls", Better.LOWER, Spread.of(0), "jdk", Spread.of(2));

    new JsonReport(to(out), to(err)).result(nothing);

    assertThat(out.toString(UTF_8)).contains("\"ours\":0,", "\"theirs\":2,", "\"ratio\":null,");
    assertThat(TableReport.lines(List.of(nothing))).last().asString().endsWith(" -");
  }

  @Test
  void a_spread_takes_the_middle_of_the_sorted_figures() {
    assertThat(Spread.of(5, 1, 3)).isEqualTo(new Spread(3, 1, 5, 3));
    assertThat(Spread.of(4, 1, 3, 2)).isEqualTo(new Spread(2.5, 1, 4, 4));
  }

  @Test
  void a_case_is_made_of_name_value_words() {
    assertThatThrownBy(() ->
            new BenchResult(
                "b", "fast please", "s", Better.LOWER, Spread.of(1), "jdk", Spread.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fast please");
  }

  @Test
  void figures_have_four_digits_and_no_exponent() {
    assertThat(Figures.plain(1234567.8)).isEqualTo("1234568");
    assertThat(Figures.plain(1000)).isEqualTo("1000");
    assertThat(Figures.plain(100)).isEqualTo("100");
    assertThat(Figures.plain(0)).isEqualTo("0");
    assertThat(Figures.plain(75.149)).isEqualTo("75.15");
    assertThat(Figures.plain(0.00001234567)).isEqualTo("0.00001235");
  }
}
