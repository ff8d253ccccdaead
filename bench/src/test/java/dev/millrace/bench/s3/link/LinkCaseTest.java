package dev.millrace.bench.s3.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.s3.link.client.Side;
import org.junit.jupiter.api.Test;

class LinkCaseTest {
  @Test
  void both_uploads_are_downloaded_over_four_and_eight_connections() {
    assertThat(LinkCase.ALL)
        .extracting(LinkCase::words)
        .contains(
            "upload=parts connections=4",
            "upload=parts connections=8",
            "upload=put connections=4",
            "upload=put connections=8");
  }

  @Test
  void a_quick_run_measures_some_of_them() {
    assertThat(LinkCase.ALL).containsAll(LinkCase.QUICK);
  }

  @Test
  void the_loop_stands_beside_ours_where_there_is_one_connection() {
    assertThat(LinkCase.ALL)
        .allSatisfy(
            one -> assertThat(one.sides().contains(Side.LOOP)).isEqualTo(one.connections() == 1));
  }
}
