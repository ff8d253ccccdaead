package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressLineTest {
  private static final long SECOND = 1_000_000_000L;

  private final StringWriter out = new StringWriter();

  private ProgressLine line(int width, boolean many) {
    return new ProgressLine(new PrintWriter(out), width, many, 0);
  }

  @Test
  void it_shows_share_sizes_rate_and_time_left() {
    assertThat(new Standing(512 << 20, 2L << 30, true, -1, 100 << 20).line(79))
        .isEqualTo(
            " 25% [#######------------------------] 512 MiB of 2.0 GiB  100 MiB/s  0:16 left")
        .hasSizeLessThanOrEqualTo(79);
    assertThat(new Standing(0, 1L << 40, true, -1, 1 << 20).line(200)).contains("291:16:16 left");
  }

  @Test
  void what_is_not_listed_to_the_end_has_no_share() {
    assertThat(new Standing(5 << 20, 9 << 20, false, 12, 1 << 20).line(79))
        .isEqualTo("12 objects, 5.0 MiB of 9.0 MiB and more  1.0 MiB/s");
  }

  @Test
  void what_has_no_known_end_has_an_amount_and_a_rate() {
    assertThat(new Standing(5 << 20, 5 << 20, false, -1, 1 << 20).line(79))
        .isEqualTo("5.0 MiB  1.0 MiB/s");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 40, 50, 60, 79, 300})
  void it_is_never_wider_than_the_terminal(int width) {
    assertThat(new Standing(1, 3, true, 1, 0).line(width)).hasSizeLessThanOrEqualTo(width);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 B", "1023, 1023 B", "1024, 1.0 KiB", "10240, 10 KiB", "1073741824, 1.0 GiB"})
  void sizes_have_a_unit_that_fits(long bytes, String text) {
    assertThat(Standing.size(bytes)).isEqualTo(text);
  }

  @Test
  void what_an_earlier_run_left_counts_for_the_share_but_not_for_the_rate() {
    try (ProgressLine line = line(80, false)) {
      ProgressLine.Item item = line.add(0);
      item.at(50 << 20, 100 << 20);
      item.at(60 << 20, 100 << 20);
      line.draw(SECOND);
      assertThat(out.toString()).contains(" 60% [", "60 MiB of 100 MiB  10 MiB/s  0:04 left");
      assertThat(line.received()).isEqualTo(10 << 20);
    }
  }

  @Test
  void a_line_that_stays_and_the_end_remove_it() {
    try (ProgressLine line = line(80, true)) {
      line.draw(SECOND);
      line.say("flour");
    }
    assertThat(out.toString()).startsWith("\r\u001b[K0 objects").endsWith("\r\u001b[Kflour\n");
  }

  @Test
  void what_fails_is_not_waited_for() {
    try (ProgressLine line = line(200, true)) {
      ProgressLine.Item failed = line.add(100);
      ProgressLine.Item done = line.add(50);
      failed.at(0, 100);
      failed.at(10, 100);
      failed.end();
      done.at(0, 50);
      done.at(50, 50);
      done.end();
      line.complete();
      line.draw(SECOND);
      assertThat(out.toString()).contains("100% [", "2 objects, 60 B of 60 B");
    }
  }

  @Test
  void nothing_is_drawn_where_there_is_no_terminal() {
    ProgressLine.start(new PrintWriter(out), 0, false).close();
    assertThat(out.toString()).isEmpty();
  }
}
