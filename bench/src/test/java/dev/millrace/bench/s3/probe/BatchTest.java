package dev.millrace.bench.s3.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTest {
  @Test
  void a_batch_is_read_as_it_was_written() {
    Batch batch = new Batch(12, 1234.5);

    assertThat(Batch.parse(batch.line())).isEqualTo(batch);
  }

  @Test
  void a_load_is_read_as_it_was_written() {
    Load load = new Load(URI.create("https://127.0.0.1:4711/objects/100KB"), 10);

    assertThat(Load.parse(load.line())).isEqualTo(load);
  }

  @Test
  void the_median_is_one_of_all_threads() {
    assertThat(Timings.batch(List.of(timings(5_000, 1_000), timings(3_000))))
        .isEqualTo(new Batch(3, 3));
    assertThat(Timings.batch(List.of(timings(4_000), timings(1_000)))).isEqualTo(new Batch(2, 2.5));
  }

  @Test
  void there_is_room_for_any_number_of_timings() {
    Timings many = new Timings();
    for (int i = 0; i <= 10_000; i++) {
      many.add(1_000L * i);
    }

    assertThat(Timings.batch(List.of(many))).isEqualTo(new Batch(10_001, 5_000));
  }

  private static Timings timings(long... nanos) {
    Timings timings = new Timings();
    for (long each : nanos) {
      timings.add(each);
    }
    return timings;
  }
}
