package dev.millrace.bench.store.ssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class FioTest {
  private static final String REPORT =
      """
      {
        "jobs" : [
          {
            "jobname" : "read",
            "read" : {
              "iops" : 12930.689770,
              "total_ios" : 40000,
              "iops_min" : 25780
            },
            "write" : {
              "iops" : 0.000000,
              "total_ios" : 0
            },
            "job_runtime" : 2000,
            "usr_cpu" : 5.000000,
            "sys_cpu" : 45.000000
          }
        ]
      }
      """;

  @Test
  void reads_per_second_and_processor_time_are_those_of_the_reads() throws Exception {
    // Half of two seconds, for 40,000 reads.
    assertThat(Fio.parse(REPORT)).isEqualTo(new Sample(12930.68977, 25));
  }

  @Test
  void a_report_without_figures_is_an_error() {
    assertThatThrownBy(() -> Fio.parse("{}"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("total_ios");
  }
}
