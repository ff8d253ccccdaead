package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.TestTier.CAPACITY;
import static dev.millrace.store.ssd.TestTier.key;
import static dev.millrace.store.ssd.TestTier.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.store.io.IoConfig.EngineChoice;
import dev.millrace.store.memory.Below;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SsdTierTest {
  @TempDir Path folder;
  private TestTier test;

  @BeforeEach
  void open() throws Exception {
    test = new TestTier(folder.resolve("ssd"));
  }

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void what_was_written_is_found() throws Exception {
    test.fill(0, 100, 1000);

    assertThat(test.found(0, 100, 1000)).isEqualTo(100);
    assertThat(test.find(key(100))).isNull();
    assertThat(test.tier.stats().entries()).isEqualTo(100);
    assertThat(test.tier.stats().hits()).isEqualTo(100);
    assertThat(test.tier.stats().misses()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(EngineChoice.class)
  void either_engine_serves(EngineChoice engine) throws Exception {
    SsdConfig config = SsdConfig.of(folder.resolve("other"), 64 << 20);
    byte[] large = value(1, 1 << 20);
    try (TestTier other = opened(config, engine)) {
      other.write(key(1), large);
      other.fill(2, 50, 20_000);

      assertThat(other.find(key(1))).isEqualTo(large);
      assertThat(other.found(2, 50, 20_000)).isEqualTo(48);
    }
  }

  private static TestTier opened(SsdConfig config, EngineChoice engine) throws Exception {
    try {
      return new TestTier(config, engine);
    } catch (IOException e) {
      assumeTrue(
          engine != EngineChoice.IO_URING, "this kernel refuses io_uring: " + e.getMessage());
      throw e;
    }
  }

  @Test
  void what_is_on_its_way_is_not_found_yet() throws Exception {
    test.offer(key(1), value(1, 1000));
    assertThat(test.find(key(1))).isNull();

    test.tier.flush();
    assertThat(test.find(key(1))).isEqualTo(value(1, 1000));
  }

  @Test
  void entries_may_be_of_any_length_up_to_the_longest() throws Exception {
    int longest = test.config.longestEntry() - EntryRecord.HEADER - key(100_000).length;
    for (int length : new int[] {0, 1, 4095, 65_536, 100_001, longest}) {
      test.write(key(length), value(length, length));
      test.tier.flush();
      assertThat(test.find(key(length)))
          .as("%s bytes, %s", length, test.tier.stats())
          .isEqualTo(value(length, length));
    }
    byte[] longestKey = value(1, 65_536);
    test.write(longestKey, value(2, 10));
    test.tier.flush();
    assertThat(test.find(longestKey)).isEqualTo(value(2, 10));
  }

  @Test
  void entries_may_end_where_buffers_do() throws Exception {
    int perBuffer = test.config.stageBytes() / 128;
    for (int i = 0; i < 4 * perBuffer; i++) {
      test.write(key(i), value(i, 128 - EntryRecord.HEADER - key(i).length));
    }
    byte[] wholeBuffer = new byte[test.config.stageBytes() - EntryRecord.HEADER];
    test.write(wholeBuffer, new byte[0]);
    test.tier.flush();

    for (int i = 0; i < 4 * perBuffer; i++) {
      assertThat(test.find(key(i))).isEqualTo(value(i, 128 - EntryRecord.HEADER - key(i).length));
    }
    assertThat(test.find(wholeBuffer)).isEmpty();
  }

  @Test
  void what_is_too_long_is_dropped() throws Exception {
    test.offer(key(1), new byte[test.config.longestEntry()]);
    test.tier.flush();

    assertThat(test.find(key(1))).isNull();
    assertThat(test.tier.stats().dropped()).isEqualTo(1);
  }

  @Test
  void what_is_there_is_not_written_again() throws Exception {
    test.fill(0, 10, 1000);
    test.offer(key(10), value(10, 1000));
    for (int i = 0; i <= 10; i++) {
      test.offer(key(i), value(i, 1000));
    }
    test.tier.flush();

    assertThat(test.tier.stats().written()).isEqualTo(11);
    assertThat(test.tier.stats().alreadyHeld()).isEqualTo(11);
  }

  @Test
  void what_was_replaced_is_not_found_nor_after_a_restart() throws Exception {
    test.fill(0, 20, 1000);
    for (int i = 0; i < 10; i++) {
      test.tier.replaced(test.hash(key(i)));
    }
    assertThat(test.found(0, 20, 1000)).isEqualTo(10);
    for (int i = 0; i < 3; i++) {
      test.restart();
      assertThat(test.found(0, 10, 1000)).isZero();
      assertThat(test.found(10, 20, 1000)).isEqualTo(10);
    }
  }

  @Test
  void what_was_replaced_on_its_way_is_not_found_nor_after_a_restart() throws Exception {
    test.offer(key(1), value(1, 1000));
    test.tier.replaced(test.hash(key(1)));
    test.offer(key(2), value(2, 1000));
    test.tier.replaced(test.hash(key(2)));
    test.offer(key(2), value(3, 1000));
    test.tier.flush();

    for (int i = 0; i < 2; i++) {
      assertThat(test.find(key(1))).isNull();
      assertThat(test.find(key(2))).isEqualTo(value(3, 1000));
      test.restart();
    }
  }

  @Test
  void what_is_replaced_while_the_tier_is_closed_costs_nothing_else() throws Exception {
    test.fill(0, 20, 1000);
    // All entries are written: what is left is the table.
    test.device.beforeNextWrite(() -> test.tier.replaced(test.hash(key(0))));
    test.restart();

    assertThat(test.find(key(0))).isNull();
    assertThat(test.found(1, 20, 1000)).isEqualTo(19);
  }

  @Test
  void what_was_replaced_while_no_segment_was_ready_costs_nothing_else() throws Exception {
    test.fill(0, 500, 1000);
    CountDownLatch isBehind = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    test.device.beforeNextWrite(() -> {
      isBehind.countDown();
      TestTier.await(goOn);
    });
    long dropped = test.tier.stats().dropped();
    int next = 500;
    for (; test.tier.stats().dropped() == dropped; next++) {
      test.offer(key(next), value(next, 1000));
    }
    isBehind.await();
    // More than the rest of the segment has room for.
    for (int i = 0; i < 500; i++) {
      test.tier.replaced(test.hash(key(i)));
    }
    test.restart(goOn::countDown);

    assertThat(test.found(0, 500, 1000)).isZero();
    assertThat(test.found(500, next - 1, 1000)).isEqualTo(next - 501);
  }

  @Test
  void everything_is_there_after_a_restart() throws Exception {
    test.fill(0, 300, 3000);
    for (int i = 0; i < 3; i++) {
      test.restart();
      assertThat(test.found(0, 300, 3000)).isEqualTo(300);
    }
    assertThat(test.tier.stats().entries()).isEqualTo(300);
  }

  @Test
  void the_oldest_make_room_for_new_ones() throws Exception {
    int entries = 5 * CAPACITY / 3000;
    for (int i = 0; i < entries; i += 100) {
      test.fill(i, Math.min(entries, i + 100), 3000);
      assertThat(test.tier.stats().fileBytes()).isLessThanOrEqualTo(CAPACITY);
    }

    int half = CAPACITY / 3000 / 2;
    assertThat(test.found(entries - half, entries, 3000)).isEqualTo(half);
    assertThat(test.found(0, entries / 2, 3000)).isZero();
    assertThat(test.tier.stats().entries()).isLessThanOrEqualTo(CAPACITY / 3000);
    assertThat(test.tier.stats().failures()).isEqualTo(new SsdStats.Failures(0, 0, 0, 0, 0, 0));
    test.restart();
    assertThat(test.found(entries - half, entries, 3000)).isEqualTo(half);
    try (var files = Files.list(test.config.folder())) {
      assertThat(files.filter(file -> file.toString().contains("segment-")))
          .hasSizeLessThanOrEqualTo(8);
    }
  }

  @Test
  void an_entry_is_not_found_after_its_lifetime() throws Exception {
    test.offer(key(1), value(1, 1000), Duration.ofSeconds(10));
    test.offer(key(2), value(2, 1000));
    test.tier.flush();
    test.now.addAndGet(9_999);
    try (SsdHit hit = test.tier.get(key(1))) {
      assertThat(hit).isNotNull();
      assertThat(hit.lifetime()).isEqualTo(Duration.ofMillis(1).toNanos());
    }
    test.restart();
    assertThat(test.tier.stats().entries()).isEqualTo(2);
    test.now.addAndGet(1);

    assertThat(test.find(key(1))).isNull();
    assertThat(test.tier.stats().entries()).isEqualTo(1);
    test.restart();
    assertThat(test.tier.stats().entries()).isEqualTo(1);
    try (SsdHit hit = test.tier.get(key(2))) {
      assertThat(hit).isNotNull();
      assertThat(hit.lifetime()).isEqualTo(Below.FOREVER);
    }
  }

  @Test
  void a_hit_knows_whether_it_is_current() throws Exception {
    test.fill(0, 2, 1000);
    try (SsdHit replaced = test.tier.get(key(0));
        SsdHit overwritten = test.tier.get(key(1))) {
      assertThat(replaced).isNotNull();
      assertThat(overwritten).isNotNull();
      assertThat(replaced.isCurrent().getAsBoolean()).isTrue();
      test.tier.replaced(test.hash(key(0)));
      assertThat(replaced.isCurrent().getAsBoolean()).isFalse();
      assertThat(overwritten.isCurrent().getAsBoolean()).isTrue();
      test.fill(2, 2 * CAPACITY / 3000, 3000);
      assertThat(overwritten.isCurrent().getAsBoolean()).isFalse();
      assertThat(overwritten.value().toArray()).isEqualTo(value(1, 1000));
    }
  }

  @Test
  void a_folder_belongs_to_one_tier() {
    assertThatThrownBy(() -> new TestTier(test.config))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in use");
  }

  @Test
  void a_folder_that_is_cut_in_another_way_is_started_anew() throws Exception {
    test.fill(0, 100, 1000);
    test.close();
    test = new TestTier(test.config.segmentSize(128 << 10));

    assertThat(test.tier.stats().entries()).isZero();
    test.fill(0, 100, 1000);
    assertThat(test.found(0, 100, 1000)).isEqualTo(100);
  }

  @Test
  void a_hit_stays_readable_when_the_tier_is_closed() throws Exception {
    test.fill(0, 1, 1000);
    try (SsdHit hit = test.tier.get(key(0))) {
      assertThat(hit).isNotNull();
      test.tier.close();
      assertThat(hit.value().toArray()).isEqualTo(value(0, 1000));
      assertThat(hit.isCurrent().getAsBoolean()).isFalse();
    }
  }

  @Test
  void a_closed_tier_finds_nothing_and_takes_nothing() throws Exception {
    test.fill(0, 1, 1000);
    test.tier.close();
    test.tier.close();

    assertThat(test.find(key(0))).isNull();
    test.offer(key(1), value(1, 1000));
    test.tier.flush();
    assertThat(test.find(key(1))).isNull();
  }
}
