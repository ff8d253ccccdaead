package dev.millrace.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchRunTest {
  private static final BenchResult RESULT =
      new BenchResult(
          "seal",
          "op=seal corpus=json",
          "MB/s",
          Better.HIGHER,
          new Spread(12.5, 0.00012, 1_234_567, 7),
          "compress",
          new Spread(0, 0, 0, 7));

  private static RunReport report() {
    return new RunReport(
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
  }

  @Test
  void what_is_kept_is_read_again() {
    RunReport report = report();
    report.note("rounds:  7, said \"slowly\" \\ 'off: - #");
    report.absent("nginx", "not installed: apt install nginx");
    report.result(RESULT);
    BenchRun run = report.run("seal", "0.1.0-SNAPSHOT", true, "the disk: is full");

    BenchRun read = BenchRun.parse(run.lines());

    assertThat(read).isEqualTo(run);
    assertThat(read.isWhole()).isFalse();
  }

  @Test
  void a_figure_that_is_none_stays_none() {
    RunReport report = report();
    report.result(
        new BenchResult(
            "store-memory", "x=1", "B", Better.LOWER, Spread.of(Double.NaN), "a", Spread.of(1)));

    BenchRun read = BenchRun.parse(report.run("store-memory", "1", false, "").lines());

    assertThat(read.results().getFirst().ours().median()).isNaN();
  }

  @Test
  void a_run_is_whole_that_nothing_stopped_and_that_found_something() {
    RunReport report = report();
    assertThat(report.run("seal", "1", false, "").isWhole()).isFalse();

    report.result(RESULT);
    assertThat(report.run("seal", "1", false, "").isWhole()).isTrue();
    assertThat(report.run("seal", "1", false, "interrupted").isWhole()).isFalse();
  }

  @Test
  void a_run_stands_beside_those_of_its_machine_version_and_pace_whatever_the_load() {
    BenchRun run = report().run("seal", "1", false, "");
    Machine here = Machine.here();
    Machine busy = new Machine(here.processor(), here.kernel(), here.jdk(), "99 99 99");

    assertThat(run.isLike("1", false, busy)).isTrue();
    assertThat(run.isLike("2", false, busy)).isFalse();
    assertThat(run.isLike("1", true, busy)).isFalse();
    assertThat(run.isLike("1", false, new Machine("one core", here.kernel(), here.jdk(), "0")))
        .isFalse();
  }

  @Test
  void what_is_no_run_is_refused() {
    assertThatThrownBy(() -> BenchRun.parse(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BenchRun.parse(List.of("[1]")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a JSON object");
    assertThatThrownBy(() -> BenchRun.parse(List.of("{\"bench\":")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not JSON");
    assertThatThrownBy(() -> BenchRun.parse(List.of("{\"bench\":\"seal\"}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no text 'version'");
  }
}
