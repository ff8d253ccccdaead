package dev.millrace.s3.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParallelismTest {
  private static final long HUGE = 1L << 40;
  private static final long LOOK = 100_000_000;
  private static final long MIB = 1 << 20;

  private long now = 5;
  private long received;

  private static Parallelism adaptive(long size) {
    return Parallelism.of(DownloadOptions.standard(), size, 5);
  }

  /// Looks ten times a second for two seconds.
  private int addedAt(Parallelism parallelism, long bytesPerLook) {
    int added = 0;
    for (int i = 0; i < 20 && added == 0; i++) {
      now += LOOK;
      received += bytesPerLook;
      added = parallelism.toAdd(now, received);
    }
    return added;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "4194303, 1",
    "8388607, 1",
    "8388608, 2",
    "12582912, 3",
    "16777216, 4",
    "99999999999, 4"
  })
  void it_begins_with_as_many_as_have_work_and_four_at_most(long size, int count) {
    assertThat(adaptive(size).count()).isEqualTo(count);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "8388608, 2", "99999999999, 100"})
  void as_many_as_were_asked_for_are_used_where_they_have_work(long size, int count) {
    Parallelism parallelism =
        Parallelism.of(DownloadOptions.standard().withConnections(100), size, now);
    assertThat(parallelism.count()).isEqualTo(count);
    assertThat(addedAt(parallelism, MIB)).isZero();
    assertThat(parallelism.count()).isEqualTo(count);
  }

  @Test
  void they_are_doubled_as_long_as_all_together_gain_a_fifth() {
    Parallelism parallelism = adaptive(HUGE);
    assertThat(addedAt(parallelism, 10 * MIB)).isEqualTo(4);
    assertThat(addedAt(parallelism, 13 * MIB)).isEqualTo(8);
    assertThat(addedAt(parallelism, 16 * MIB)).isEqualTo(16);
    assertThat(parallelism.count()).isEqualTo(32);
    assertThat(addedAt(parallelism, 100 * MIB)).isZero();
  }

  @Test
  void they_are_left_alone_once_more_are_of_no_use() {
    Parallelism parallelism = adaptive(HUGE);
    assertThat(addedAt(parallelism, 10 * MIB)).isEqualTo(4);
    assertThat(addedAt(parallelism, 11 * MIB)).isZero();
    assertThat(addedAt(parallelism, 100 * MIB)).isZero();
    assertThat(parallelism.count()).isEqualTo(8);
  }

  @Test
  void there_are_never_more_than_allowed() {
    Parallelism parallelism = Parallelism.of(DownloadOptions.standard().withMost(6), HUGE, now);
    assertThat(parallelism.count()).isEqualTo(4);
    assertThat(addedAt(parallelism, MIB)).isEqualTo(2);
    assertThat(addedAt(parallelism, 100 * MIB)).isZero();
  }

  @Test
  void one_is_allowed_too() {
    Parallelism parallelism = Parallelism.of(DownloadOptions.standard().withMost(1), HUGE, now);
    assertThat(parallelism.count()).isEqualTo(1);
    assertThat(addedAt(parallelism, MIB)).isZero();
  }

  @Test
  void nothing_is_concluded_before_the_rate_has_settled() {
    Parallelism parallelism = adaptive(HUGE);
    for (int look = 1; look < 8; look++) {
      assertThat(parallelism.toAdd(now + look * LOOK, look * MIB)).isZero();
    }
    assertThat(parallelism.toAdd(now + 8 * LOOK, 8 * MIB)).isEqualTo(4);
  }

  @Test
  void a_silent_service_is_given_no_more_connections() {
    Parallelism parallelism = adaptive(HUGE);
    assertThat(addedAt(parallelism, 0)).isZero();
    assertThat(addedAt(parallelism, 10 * MIB)).isEqualTo(4);
  }
}
