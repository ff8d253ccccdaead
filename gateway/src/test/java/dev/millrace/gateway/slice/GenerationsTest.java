package dev.millrace.gateway.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.origin.ObjectName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GenerationsTest {
  private static final Duration LIFETIME = Duration.ofDays(90);
  private static final ObjectName A = new ObjectName("mill", "logs/ä \n%");
  private static final ObjectName B = new ObjectName("mill", "logs/b");
  private static final ObjectName OTHER = new ObjectName("other", "logs/b");

  @TempDir private Path folder;
  private final AtomicLong millis = new AtomicLong(1_795_000_000_000L);
  private final AtomicLong nanos = new AtomicLong();
  private Generations generations;

  @BeforeEach
  void restart() throws IOException {
    generations =
        Generations.of(
            new PurgeLog(file()), LIFETIME, () -> Instant.ofEpochMilli(millis.get()), nanos::get);
  }

  private Path file() {
    return folder.resolve("purges").resolve("store");
  }

  private void pass(Duration time) {
    millis.addAndGet(time.toMillis());
    nanos.addAndGet(time.toNanos());
  }

  private long purge(Purge purge) {
    Generation generation = generations.begin(purge);
    assertThat(generation.failure()).isNull();
    return generation.number();
  }

  private long purgeObject(ObjectName object) {
    return purge(new Purge.OfObject(object));
  }

  private long purgePrefix(String prefix) {
    return purge(new Purge.OfPrefix("mill", prefix));
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(file());
  }

  @Test
  void where_nothing_was_purged_there_is_no_generation_and_no_file() {
    assertThat(generations.of(A)).isZero();
    assertThat(file()).doesNotExist();
  }

  @Test
  void a_purge_begins_a_generation_of_what_it_covers_and_of_nothing_else() {
    long first = purgeObject(A);
    assertThat(generations.of(A)).isEqualTo(first).isEqualTo(millis.get());
    assertThat(generations.of(B)).isZero();
    long second = purgePrefix("logs/");
    assertThat(second).isGreaterThan(first);
    assertThat(generations.of(A)).isEqualTo(second);
    assertThat(generations.of(B)).isEqualTo(second);
    assertThat(generations.of(OTHER)).isZero();
    long third = purgeObject(A);
    assertThat(generations.of(A)).isEqualTo(third).isGreaterThan(second);
    assertThat(generations.of(B)).isEqualTo(second);
    long fourth = purge(new Purge.OfEverything());
    assertThat(generations.of(OTHER)).isEqualTo(fourth);
    assertThat(generations.of(A)).isEqualTo(fourth);
  }

  @Test
  void a_number_of_another_node_is_taken_over_unless_it_is_not_the_latest() {
    long later = millis.get() + 60_000;
    assertThat(generations.begin(new Purge.OfObject(A), later).number()).isEqualTo(later);
    assertThat(generations.begin(new Purge.OfObject(A), later).number()).isEqualTo(later + 1);
    assertThat(generations.begin(new Purge.OfObject(A), 5).number()).isEqualTo(later + 2);
    assertThat(purgeObject(B)).isEqualTo(later + 3);
  }

  @Test
  void what_is_purged_after_a_number_was_heard_of_gets_a_larger_one() {
    generations.hear(millis.get() + 60_000);
    assertThat(generations.of(A)).isZero();
    assertThat(purgeObject(A)).isEqualTo(millis.get() + 60_001);
  }

  @Test
  void purges_are_there_again_after_a_restart() throws IOException {
    long a = purgeObject(A);
    long b = purgePrefix("logs/b");
    long c = purgeObject(B);
    for (int i = 0; i < 3; i++) {
      restart();
      assertThat(generations.of(A)).isEqualTo(a);
      assertThat(generations.of(new ObjectName("mill", "logs/bc"))).isEqualTo(b);
      assertThat(generations.of(B)).isEqualTo(c);
    }
    assertThat(purgeObject(B)).isGreaterThan(c);
  }

  @Test
  void what_a_later_purge_covers_is_not_kept() throws IOException {
    IntStream.range(0, 10).forEach(i -> purgeObject(new ObjectName("mill", "logs/" + i)));
    purgePrefix("logs/1");
    purgePrefix("logs/");
    long kept = purgeObject(A);
    restart();
    assertThat(lines()).hasSize(2);
    purge(new Purge.OfEverything());
    assertThat(generations.of(A)).isGreaterThan(kept);
    restart();
    assertThat(lines()).hasSize(1);
  }

  @Test
  void purges_are_forgotten_once_no_slice_can_be_so_old() throws IOException {
    long a = purgeObject(A);
    pass(LIFETIME);
    restart();
    assertThat(generations.of(A)).isEqualTo(a);
    pass(Duration.ofDays(2));
    restart();
    assertThat(generations.of(A)).isZero();
    assertThat(lines()).isEmpty();
  }

  @Test
  void too_many_purges_are_one_of_everything_unless_the_oldest_can_be_forgotten() {
    IntStream.range(0, Generations.MOST_PREFIXES).forEach(i -> purgePrefix("old/" + i + "/"));
    // The clock that can be set is not believed alone.
    millis.addAndGet(LIFETIME.plusDays(2).toMillis());
    long everything = purgePrefix("new/");
    assertThat(generations.of(OTHER)).isEqualTo(everything);

    IntStream.range(0, Generations.MOST_PREFIXES - 1).forEach(i -> purgePrefix("old/" + i + "/"));
    assertThat(generations.of(OTHER)).isEqualTo(everything);
    pass(LIFETIME.plusDays(2));
    long last = purgePrefix("new/");
    assertThat(generations.of(new ObjectName("mill", "new/k"))).isEqualTo(last);
    assertThat(generations.of(OTHER)).isZero();
    assertThat(generations.of(new ObjectName("mill", "old/1/k"))).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "00000000 1 1 object mill k", "00000000 1 1 object mill k\n"})
  void what_a_crash_left_of_a_last_line_was_promised_to_nobody(String torn) throws IOException {
    long a = purgeObject(A);
    Files.writeString(file(), torn, StandardOpenOption.APPEND);
    restart();
    assertThat(generations.of(A)).isEqualTo(a);
    assertThat(generations.of(B)).isZero();
    long b = purgeObject(B);
    restart();
    assertThat(generations.of(A)).isEqualTo(a);
    assertThat(generations.of(B)).isEqualTo(b);
  }

  @Test
  void where_the_file_is_damaged_everything_is_purged() throws IOException {
    purgeObject(A);
    purgeObject(B);
    String text = Files.readString(file());
    int at = text.indexOf("logs");
    Files.writeString(file(), text.substring(0, at) + "lost" + text.substring(at + 4));
    restart();
    assertThat(generations.of(OTHER)).isPositive();
    long everything = generations.of(OTHER);
    restart();
    assertThat(generations.of(OTHER)).isEqualTo(everything);
  }

  @Test
  void what_cannot_be_written_down_holds_and_says_so() throws IOException {
    Files.writeString(folder.resolve("purges"), "no folder");
    Generation generation = generations.begin(new Purge.OfObject(A));
    assertThat(generation.failure()).isNotNull();
    assertThat(generations.of(A)).isEqualTo(generation.number());
    Files.delete(folder.resolve("purges"));
    long b = purgeObject(B);
    restart();
    // It is written down as soon as that can be done.
    assertThat(generations.of(A)).isEqualTo(generation.number());
    assertThat(generations.of(B)).isEqualTo(b);
  }

  @Test
  void the_file_does_not_grow_with_purges_of_the_same() throws IOException {
    purgeObject(A);
    long size = Files.size(file());
    for (int i = 0; i < 100; i++) {
      purgeObject(A);
    }
    assertThat(Files.size(file())).isEqualTo(101 * size);
    restart();
    assertThat(Files.size(file())).isEqualTo(size);
  }

  @Test
  void files_of_stores_that_have_nothing_so_old_any_more_are_deleted() throws IOException {
    purgeObject(A);
    Path old = Files.writeString(file().resolveSibling("old"), "");
    Path recent = Files.writeString(file().resolveSibling("recent"), "");
    Files.setLastModifiedTime(
        old, FileTime.fromMillis(millis.get() - LIFETIME.plusDays(2).toMillis()));
    Files.setLastModifiedTime(recent, FileTime.fromMillis(millis.get() - LIFETIME.toMillis()));
    restart();
    assertThat(old).doesNotExist();
    assertThat(recent).exists();
  }
}
