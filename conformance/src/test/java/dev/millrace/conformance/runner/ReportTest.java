package dev.millrace.conformance.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final String JSON =
      """
      {
        "version": 3,
        "num_failures_by_type": {"FAIL": 1, "PASS": 2, "SKIP": 1},
        "tests": {
          "Basic-Client": {"actual": "PASS", "expected": "PASS", "is_unexpected": false},
          "Basic-Server": {"actual": "PASS", "expected": "PASS", "is_unexpected": false},
          "Garbage": {
            "actual": "FAIL",
            "expected": "PASS",
            "is_unexpected": true,
            "error": "unexpected error\\ngot:\\n\\tstderr: \\u0026 \\"x\\""
          },
          "Peculiar": {"actual": "SKIP", "expected": "SKIP", "is_unexpected": false}
        }
      }
      """;

  @Test
  void tests_are_sorted_by_their_results() {
    Report report = Report.parse(JSON);

    assertThat(report.passed()).containsExactly("Basic-Client", "Basic-Server");
    assertThat(report.failed())
        .containsExactly(Map.entry("Garbage", "unexpected error\ngot:\n\tstderr: & \"x\""));
    assertThat(report.unimplemented()).containsExactly("Peculiar");
    assertThat(report.names())
        .containsExactly("Basic-Client", "Basic-Server", "Garbage", "Peculiar");
  }

  @Test
  void what_is_no_report_is_refused() {
    assertThatThrownBy(() -> Report.parse("[]")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Report.parse("{\"tests\": \""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_summary_counts_and_names() throws IOException {
    var names = List.of("Basic-Client", "A-DTLS", "B-DTLS", "ClientAuth-PSK");
    var out = new ByteArrayOutputStream();

    Summary.of(Report.parse(JSON), Map.of("-peculiar", 1), names, ShimConfig.load())
        .print(new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "passed 2, failed 1, unimplemented 1, disabled 3",
            "failed: Garbage",
            "unimplemented:     1 -peculiar",
            "disabled:     2 DTLS is out of scope",
            "disabled:     1 no PSK suites of TLS 1.2");
  }
}
