package dev.millrace.bench.s3.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ResidentTest {
  private static final String STATUS =
      """
      Name:\tjava
      VmPeak:\t 4000000 kB
      VmHWM:\t   90000 kB
      VmRSS:\t   80000 kB
      """;

  private static final String SMAPS =
      """
      e0000000-f0000000 rw-p 00000000 00:00 0
      Size:             262144 kB
      Rss:                 100 kB
      Pss:                 100 kB
      f0000000-100000000 ---p 00000000 00:00 0
      Rss:                  20 kB
      100000000-100001000 rw-p 00000000 00:00 0
      Rss:                   4 kB
      7f0000000000-7f0000001000 r-xp 00000000 fe:00 12  /usr/lib/ld.so
      Rss:                   4 kB
      """;

  @Test
  void the_resident_set_is_read_by_name() {
    assertThat(Resident.kilobytes(STATUS, "VmRSS")).isEqualTo(80_000 * 1024);
    assertThatThrownBy(() -> Resident.kilobytes(STATUS, "VmSwap"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_heap_is_what_lies_between_its_addresses() {
    assertThat(Resident.within(SMAPS.lines().toList(), 0xe000_0000L, 0x1_0000_0000L))
        .isEqualTo(120 * 1024);
  }

  @Test
  void growth_is_that_of_the_peak_and_the_heap_is_taken_out_of_it() {
    Resident before = new Resident(50, 60, 10);
    Resident after = new Resident(200, 300, 110);

    assertThat(after.since(before)).isEqualTo(new Resident.Growth(250, 150));
  }
}
