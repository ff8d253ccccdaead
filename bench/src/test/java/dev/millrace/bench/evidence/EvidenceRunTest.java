package dev.millrace.bench.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.Better;
import dev.millrace.gateway.command.CommandFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceRunTest {
  @TempDir private Path scratch;

  private final List<String> ran = new ArrayList<>();
  private final List<String> failing = new ArrayList<>();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private EvidenceFolder folder = new EvidenceFolder(Path.of(""));

  @BeforeEach
  void work_in_a_folder_of_its_own() {
    folder = new EvidenceFolder(scratch);
  }

  /// Finds what is asked for, or fails after the first figure.
  private final class MadeUp implements Bench {
    private final String name;

    MadeUp(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String description() {
      return "made up";
    }

    @Override
    public void run(BenchOptions options, BenchReport report) throws IOException {
      ran.add(name);
      for (Figure figure : Claims.figures(name)) {
        assertThat(options.wants(Made.words(figure))).isTrue();
        report.result(Made.result(figure, Better.HIGHER, 2, "peer", 1));
        if (failing.contains(name)) {
          throw new IOException("no space left on device\nat all");
        }
      }
      assertThat(options.wants("op=unheard-of")).isFalse();
    }
  }

  private EvidenceRun run(String version) {
    List<Bench> benches = new ArrayList<>();
    Stage.ALL.forEach(stage -> benches.add(new MadeUp(stage.bench())));
    benches.add(new MadeUp("another"));
    PrintStream told = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new EvidenceRun(benches, folder, version, true, told);
  }

  @Test
  void all_that_claims_ask_for_is_measured_and_kept() throws Exception {
    run("1").begin();

    assertThat(ran).containsExactlyElementsOf(Stage.ALL.stream().map(Stage::bench).toList());
    Evidence evidence = new Evidence(Claims.ALL, folder.runs());
    assertThat(Claims.ALL)
        .allSatisfy(claim -> assertThat(evidence.findings(claim)).allMatch(Finding::isMeasured));
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("measuring 10 benches, about ")
        .contains("1 of 10: gateway, about 4 minutes");
  }

  @Test
  void a_bench_that_stops_stops_no_other_and_keeps_what_it_had_found() throws Exception {
    failing.add("seal");

    run("1").begin();

    assertThat(ran).hasSize(Stage.ALL.size());
    assertThat(folder.runs().get("seal"))
        .satisfies(seal -> {
          assertThat(seal.stopped()).isEqualTo("no space left on device");
          assertThat(seal.results()).hasSize(1);
        });
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("bench seal stopped: no space left on device\n");
  }

  @Test
  void what_was_left_out_is_measured_when_it_goes_on() throws Exception {
    failing.add("seal");
    run("1").begin();
    ran.clear();
    failing.clear();

    run("1").resume();

    assertThat(ran).containsExactly("seal");
    assertThat(folder.runs().get("seal").isWhole()).isTrue();
  }

  @Test
  void it_does_not_go_on_with_what_another_version_measured() throws Exception {
    run("1").begin();

    assertThatThrownBy(run("2")::resume)
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("begin anew, without --continue");
  }

  @Test
  void a_new_run_forgets_the_one_before() throws Exception {
    run("1").begin();
    failing.add("session-cache");

    run("2").begin();

    assertThat(folder.runs().values()).allMatch(run -> run.version().equals("2"));
  }
}
