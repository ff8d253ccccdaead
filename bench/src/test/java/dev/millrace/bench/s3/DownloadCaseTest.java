package dev.millrace.bench.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.evidence.Claims;
import dev.millrace.bench.s3.client.Side;
import org.junit.jupiter.api.Test;

class DownloadCaseTest {
  @Test
  void every_size_comes_through_every_door_with_one_thread_and_with_ten() {
    assertThat(DownloadCase.all())
        .extracting(DownloadCase::words)
        .hasSize(32)
        .doesNotHaveDuplicates()
        .contains(
            "size=100KB scheme=http conn=keep threads=1",
            "size=50MB scheme=https conn=close threads=10");
  }

  @Test
  void a_quick_run_measures_some_of_them_and_what_is_counted() {
    assertThat(DownloadCase.all()).containsAll(DownloadCase.QUICK);
    assertThat(DownloadCase.QUICK).containsAll(DownloadCase.COUNTED);
  }

  @Test
  void a_full_run_has_all_that_the_evidence_asks_for() {
    assertThat(Claims.figures("s3-download"))
        .isNotEmpty()
        .allSatisfy(figure ->
            assertThat(DownloadCase.all())
                .anyMatch(one -> figure.isOf("client=millrace " + one.words())));
  }

  @Test
  void a_side_that_differs_in_its_tls_alone_has_no_part_without_it() {
    assertThat(DownloadCase.all())
        .allSatisfy(one ->
            assertThat(one.sides().contains(Side.BARE_MILLRACE))
                .isEqualTo(one.door().scheme() == Door.Scheme.HTTPS));
  }
}
