package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.TestTier.CAPACITY;
import static dev.millrace.store.ssd.TestTier.SEGMENT;
import static dev.millrace.store.ssd.TestTier.key;
import static dev.millrace.store.ssd.TestTier.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A device that fails costs hits, and nothing else.
class SsdFaultTest {
  private static final int PER_SEGMENT = SEGMENT / 3200;

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

  private List<Path> segments() throws IOException {
    try (Stream<Path> files = Files.list(test.config.folder())) {
      return files.filter(file -> file.toString().contains("segment-")).sorted().toList();
    }
  }

  private static void flip(Path file, long position) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      int _ = channel.read(one, position);
      one.put(0, (byte) ~one.get(0)).flip();
      int _ = channel.write(one, position);
    }
  }

  @Test
  void a_read_that_fails_is_a_miss_and_the_others_go_on() throws Exception {
    test.fill(0, 10, 1000);
    test.device.failReads();
    assertThat(test.find(key(0))).isNull();
    assertThat(test.find(key(1))).isNull();
    test.device.heal();
    test.device.shortenReads();
    assertThat(test.find(key(2))).isNull();
    test.device.heal();

    assertThat(test.found(0, 10, 1000)).isEqualTo(7);
    assertThat(test.tier.stats().failures().failedReads()).isEqualTo(2);
    assertThat(test.tier.stats().failures().shortReads()).isEqualTo(1);
    test.fill(0, 3, 1000);
    assertThat(test.found(0, 10, 1000)).isEqualTo(10);
  }

  @Test
  void a_wrong_byte_is_a_miss() throws Exception {
    test.fill(0, 100, 1000);
    for (long position = 4096; position < 40_000; position += 512) {
      flip(segments().getFirst(), position);
    }
    int found = test.found(0, 100, 1000);

    assertThat(found).isBetween(10, 90);
    assertThat(test.tier.stats().failures().wrongChecksums()).isEqualTo(100 - found);
    assertThat(test.found(0, 100, 1000)).isEqualTo(found);
    assertThat(test.tier.stats().failures().wrongChecksums()).isEqualTo(100 - found);
  }

  @Test
  void wherever_a_byte_is_wrong_after_a_restart_no_value_is() throws Exception {
    test.fill(0, 4 * PER_SEGMENT, 3000);
    test.close();
    Path file = segments().get(1);
    byte[] whole = Files.readAllBytes(file);
    for (int position :
        new int[] {0, 9, 13, 17, 25, 4096, 4099, 4110, 5000, SEGMENT / 2, SEGMENT - 8000}) {
      flip(file, position);
      test = new TestTier(test.config);
      assertThat(test.found(0, 4 * PER_SEGMENT, 3000))
          .isBetween(3 * PER_SEGMENT - 5, 4 * PER_SEGMENT);
      test.close();
      Files.write(file, whole);
    }
    test = new TestTier(test.config);
    assertThat(test.found(0, 4 * PER_SEGMENT, 3000)).isGreaterThan(3 * PER_SEGMENT - 5);
  }

  @Test
  void a_table_that_is_wrong_or_torn_off_costs_its_segment() throws Exception {
    test.fill(0, 4 * PER_SEGMENT, 3000);
    test.close();
    flip(segments().get(0), SEGMENT - 4096 - 3000);
    try (FileChannel channel = FileChannel.open(segments().get(1), StandardOpenOption.WRITE)) {
      channel.truncate(SEGMENT - 4096);
    }
    Files.delete(segments().get(2));
    test = new TestTier(test.config);

    assertThat(test.found(0, 4 * PER_SEGMENT, 3000)).isBetween(1, 2 * PER_SEGMENT);
    assertThat(test.tier.stats().failures().lostSegments()).isEqualTo(2);
    test.fill(0, 4 * PER_SEGMENT, 3000);
    assertThat(test.found(0, 4 * PER_SEGMENT, 3000)).isEqualTo(4 * PER_SEGMENT);
  }

  @Test
  void a_file_that_was_being_made_when_the_process_was_killed_is_no_loss() throws Exception {
    test.fill(0, PER_SEGMENT, 3000);
    test.close();
    Path unfinished = test.config.folder().resolve("unfinished");
    Files.write(unfinished, new byte[100]);
    test = new TestTier(test.config);

    assertThat(unfinished).doesNotExist();
    test.fill(PER_SEGMENT, 3 * PER_SEGMENT, 3000);
    assertThat(test.found(0, 3 * PER_SEGMENT, 3000)).isEqualTo(3 * PER_SEGMENT);
    assertThat(test.tier.stats().failures().lostSegments()).isZero();
  }

  @Test
  void a_full_disk_leaves_the_files_that_there_are() throws Exception {
    test.fill(0, 2 * PER_SEGMENT, 3000);
    int files = segments().size();
    test.device.refuseFiles();
    int last = 4 * CAPACITY / 3000;
    test.fill(2 * PER_SEGMENT, last, 3000);

    assertThat(segments()).hasSize(files);
    assertThat(test.tier.stats().failures().failedAllocations()).isPositive();
    assertThat(test.found(last - PER_SEGMENT, last, 3000)).isEqualTo(PER_SEGMENT);
    test.device.heal();
    test.fill(0, CAPACITY / 3000, 3000);
    assertThat(segments()).hasSizeGreaterThan(files);
  }

  @Test
  void a_disk_that_was_full_from_the_start_is_tried_again_after_a_minute() throws Exception {
    test.close();
    TestTier full = new TestTier(test.config.segmentSize(128 << 10));
    full.device.refuseFiles();
    // One segment was made at the start; there is none beside it.
    full.fill(0, 1000, 1000);
    long tried = full.tier.stats().failures().failedAllocations();
    full.fill(1000, 2000, 1000);
    assertThat(full.tier.stats().failures().failedAllocations()).isEqualTo(tried);
    assertThat(full.tier.stats().dropped()).isGreaterThan(1000);
    full.device.heal();
    full.now.addAndGet(Staging.PAUSE);
    full.fill(2000, 2200, 1000);

    assertThat(full.found(2001, 2200, 1000)).isEqualTo(199);
    full.close();
  }

  @Test
  void a_write_that_fails_costs_its_segment() throws Exception {
    test.fill(0, PER_SEGMENT + 5, 3000);
    test.device.failWrites(1);
    test.fill(1000, 1010, 3000);
    assertThat(test.tier.stats().failures().failedWrites()).isEqualTo(1);
    test.fill(2000, 2010, 3000);

    assertThat(test.found(1000, 1010, 3000)).isZero();
    assertThat(test.found(2000, 2010, 3000)).isEqualTo(10);
    assertThat(test.found(0, PER_SEGMENT, 3000)).isGreaterThan(PER_SEGMENT / 2);
    int left = test.found(0, PER_SEGMENT + 5, 3000);
    test.restart();
    assertThat(test.found(0, PER_SEGMENT + 5, 3000)).isEqualTo(left);
    assertThat(test.found(2000, 2010, 3000)).isEqualTo(10);
  }

  @Test
  void a_device_that_fails_every_write_is_left_alone_for_a_minute() throws Exception {
    test.device.failWrites(Integer.MAX_VALUE);
    for (int i = 0; i < 20; i++) {
      test.fill(10 * i, 10 * i + 10, 3000);
    }
    long failed = test.tier.stats().failures().failedWrites();
    assertThat(failed).isBetween(3L, 5L);
    assertThat(test.tier.stats().entries()).isZero();
    test.device.heal();
    test.fill(0, 10, 3000);
    assertThat(test.found(0, 10, 3000)).isZero();
    test.now.addAndGet(Staging.PAUSE);
    test.fill(0, 10, 3000);
    test.fill(0, 10, 3000);

    assertThat(test.found(0, 10, 3000)).isGreaterThanOrEqualTo(9);
    assertThat(test.tier.stats().failures().failedWrites()).isEqualTo(failed);
  }

  @Test
  void what_was_replaced_while_its_segment_failed_is_not_back_after_a_restart() throws Exception {
    test.fill(0, 10, 3000);
    for (int i = 0; i < 10; i++) {
      test.tier.replaced(test.hash(key(i)));
    }
    // The tombstones are in the open segment, which fails.
    test.device.failWrites(1);
    test.fill(100, 110, 3000);
    test.restart();
    assertThat(test.found(0, 10, 3000)).isZero();

    test.fill(0, 2 * PER_SEGMENT, 3000);
    for (int i = 0; i < 2 * PER_SEGMENT; i++) {
      test.tier.replaced(test.hash(key(i)));
    }
    // Neither table nor anything else is written at the end.
    test.device.failWrites(Integer.MAX_VALUE);
    test.restart();
    assertThat(test.tier.stats().entries()).isZero();
  }

  @Test
  void what_was_in_a_segment_that_could_not_be_begun_anew_is_not_back_after_a_restart()
      throws Exception {
    int entries = 2 * CAPACITY / 3000;
    test.fill(0, entries, 3000);
    test.device.failHeaders();
    test.fill(entries, entries + 2 * PER_SEGMENT, 3000);
    assertThat(test.tier.stats().failures().failedWrites()).isEqualTo(3);
    test.device.heal();
    // Else its file would be made again, and written to.
    test.device.refuseFiles();
    test.now.addAndGet(Staging.PAUSE);
    test.fill(entries, entries + 2 * PER_SEGMENT, 3000);
    for (int i = 0; i < entries; i++) {
      test.tier.replaced(test.hash(key(i)));
    }
    test.restart();

    assertThat(test.tier.stats().entries()).isPositive();
    assertThat(test.found(0, entries, 3000)).isZero();
  }

  @Test
  void after_a_crash_what_was_sealed_is_there_and_nothing_is_wrong() throws Exception {
    test.fill(0, 4 * PER_SEGMENT, 3000);
    int before = test.found(0, 4 * PER_SEGMENT, 3000);
    test.crash();

    assertThat(test.found(0, 4 * PER_SEGMENT, 3000))
        .isBetween(before - 2 * PER_SEGMENT, before - 1);
    assertThat(test.tier.stats().failures().lostSegments()).isZero();
  }

  @Test
  void a_write_may_be_torn_anywhere() throws Exception {
    test.fill(0, CAPACITY / 3000, 3000);
    int next = CAPACITY / 3000;
    for (int bytes = 1; bytes < 3 * SEGMENT; bytes += 30_011) {
      test.device.loseAllAfter(bytes);
      test.fill(next, next + 3 * PER_SEGMENT, 3000);
      int found = test.found(next, next + 3 * PER_SEGMENT, 3000);
      assertThat(found * 3000L).isLessThanOrEqualTo(bytes);
      test.restart();
      int _ = test.found(0, next + 3 * PER_SEGMENT, 3000);
      next += 3 * PER_SEGMENT;
    }
    test.fill(next, next + PER_SEGMENT, 3000);
    assertThat(test.found(next, next + PER_SEGMENT, 3000)).isEqualTo(PER_SEGMENT);
  }

  @Test
  void bytes_that_an_earlier_use_of_the_segment_left_do_not_pass() throws Exception {
    // Each segment has room for one: always the same key, at the same place.
    for (int version = 0; version < 20; version++) {
      test.tier.replaced(test.hash(key(1)));
      test.write(key(1), value(version, 190_000));
      test.tier.flush();
      assertThat(test.find(key(1))).isEqualTo(value(version, 190_000));
    }
    test.device.loseAllAfter(0);
    test.tier.replaced(test.hash(key(1)));
    test.write(key(1), value(20, 190_000));
    test.tier.flush();

    assertThat(test.tier.stats().entries()).isEqualTo(1);
    assertThat(test.find(key(1))).isNull();
    assertThat(test.tier.stats().failures().wrongChecksums()).isEqualTo(1);
  }
}
