package dev.millrace.bench.s3.link.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimetableTest {
  private static final long MILLI = 1_000_000;

  /// A byte takes a microsecond, and is 10 ms on its way.
  private static final Terms TERMS = new Terms(Duration.ofMillis(10), 1_000_000);

  @Test
  void bytes_arrive_when_the_last_of_them_has_left_and_travelled() {
    assertThat(new Timetable(TERMS, 0).arrival(0, 2_000)).isEqualTo(12 * MILLI);
  }

  @Test
  void bytes_wait_for_those_before_them() {
    Timetable timetable = new Timetable(TERMS, 0);
    timetable.arrival(0, 2_000);

    assertThat(timetable.arrival(MILLI, 3_000)).isEqualTo(15 * MILLI);
  }

  @Test
  void a_link_that_was_idle_has_nothing_to_make_up_for() {
    Timetable timetable = new Timetable(TERMS, 0);
    timetable.arrival(0, 2_000);

    assertThat(timetable.arrival(100 * MILLI, 1_000)).isEqualTo(111 * MILLI);
  }

  @Test
  void nothing_enters_before_the_link_is_open() {
    assertThat(new Timetable(TERMS, 20 * MILLI).arrival(0, 1_000)).isEqualTo(31 * MILLI);
  }
}
