package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.Geometry.BLOCK;
import static dev.millrace.store.ssd.SealedTier.config;
import static dev.millrace.store.ssd.SealedTier.fill;
import static dev.millrace.store.ssd.SealedTier.sealing;
import static dev.millrace.store.ssd.SealedTier.stats;
import static dev.millrace.store.ssd.TestTier.SEGMENT;
import static dev.millrace.store.ssd.TestTier.key;
import static dev.millrace.store.ssd.TestTier.value;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.seal.Keyring;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who can write to the device, and knows the format and its checksums, has nothing served but what
/// was put under the key that is asked for.
class TamperedTierTest {
  private static final int LENGTH = 60;

  /// The fields of a record's header that its checksum covers.
  private static final int LENGTHS_END = 12;

  private static final int HASH_END = 20;

  /// Where the container begins in a record, and where in a container its size is.
  private static final int CONTAINER = EntryRecord.HEADER + Long.BYTES;

  private static final int SEALED_SIZE = 14;

  @TempDir Path folder;
  private TestTier test;

  @BeforeEach
  void open() throws Exception {
    Keyring keys = Keyring.parse(List.of(Keyring.newKey()));
    test = new TestTier(config(folder).sealed(sealing(keys)));
  }

  @AfterEach
  void close() {
    test.close();
  }

  /// A segment file in memory.
  private record Image(Path file, MemorySegment bytes, long sequence) {
    static Image of(Path file) throws IOException {
      MemorySegment bytes = MemorySegment.ofArray(Files.readAllBytes(file));
      return new Image(file, bytes, SegmentFormat.readHeader(bytes, 1).orElseThrow());
    }

    /// Where the record of that key is, or -1.
    long find(long hash) {
      for (long at = BLOCK; at < SEGMENT - BLOCK; at += 128) {
        EntryRecord record = EntryRecord.parse(bytes, at, SEGMENT, sequence);
        if (record != null && record.hasKey(bytes, Sealant.name(hash))) {
          return at;
        }
      }
      return -1;
    }

    int length(long at) {
      EntryRecord record = EntryRecord.parse(bytes, at, SEGMENT, sequence);
      assertThat(record).isNotNull();
      return (int) EntryRecord.size(record.keyLength(), record.valueLength());
    }

    /// Gives a record the checksum that it should have.
    void correct(long at, int length) {
      int checksum = new Checksum(sequence).add(bytes.asSlice(at + 4, length - 4)).value();
      bytes.set(EntryRecord.INT, at, checksum);
    }

    void write() throws IOException {
      Files.write(file, bytes.toArray(JAVA_BYTE));
    }
  }

  /// The only segment, after a stop in order.
  private Image stopped() throws IOException {
    test.close();
    return Image.of(test.config.folder().resolve("segment-00001"));
  }

  @Test
  void whichever_byte_of_an_entry_is_changed_it_is_a_miss() throws Exception {
    // All are of one length; in the record of the entry with that number, that byte is changed.
    fill(test, 100, 500, LENGTH);
    Image image = stopped();
    int length = image.length(image.find(test.hash(key(100))));
    assertThat(length).isBetween(200, 400);
    for (int i = 0; i < length; i++) {
      long at = image.find(test.hash(key(100 + i)));
      byte changed = (byte) (image.bytes().get(JAVA_BYTE, at + i) ^ (1 << (i % 8)));
      image.bytes().set(JAVA_BYTE, at + i, changed);
      if (i >= LENGTHS_END) {
        image.correct(at, length);
      }
    }
    image.write();
    test.restart();

    for (int i = 0; i < 400; i++) {
      byte[] found = test.find(key(100 + i));
      if (i >= length) {
        assertThat(found).isEqualTo(value(100 + i, LENGTH));
      } else if (isIdle(i)) {
        assertThat(found).as("byte %s", i).isIn(null, value(100 + i, LENGTH));
      } else {
        assertThat(found).as("byte %s of %s", i, length).isNull();
      }
    }
    assertThat(test.tier.stats().failures().wrongChecksums()).isEqualTo(LENGTHS_END);
    // A record with another name is that of another key; what expires is over, or expires never.
    assertThat(stats(test).unopened())
        .isBetween((long) length - CONTAINER - Long.BYTES, (long) length - HASH_END);
  }

  /// Whether a byte tells what is known without it: the hash in the header, which is in the table
  /// too, or the size of the container.
  private static boolean isIdle(int at) {
    return (at >= LENGTHS_END && at < HASH_END)
        || (at >= CONTAINER + SEALED_SIZE && at < CONTAINER + SEALED_SIZE + Long.BYTES);
  }

  @Test
  void the_value_of_another_key_does_not_open() throws Exception {
    fill(test, 100, 200, LENGTH);
    Image image = stopped();
    for (int i = 100; i < 200; i += 2) {
      long one = image.find(test.hash(key(i)));
      long other = image.find(test.hash(key(i + 1)));
      int length = image.length(one);
      long value = CONTAINER;
      byte[] kept = image.bytes().asSlice(one + value, length - value).toArray(JAVA_BYTE);
      MemorySegment.copy(image.bytes(), other + value, image.bytes(), one + value, length - value);
      MemorySegment.copy(
          MemorySegment.ofArray(kept), 0, image.bytes(), other + value, length - value);
      image.correct(one, length);
      image.correct(other, length);
    }
    image.write();
    test.restart();

    assertThat(test.found(100, 200, LENGTH)).isZero();
    assertThat(stats(test).unopened()).isEqualTo(100);
  }

  @Test
  void an_entry_cannot_be_given_a_longer_life() throws Exception {
    test.offer(key(1), value(1, LENGTH), Duration.ofSeconds(10));
    test.tier.flush();
    Image image = stopped();
    long at = image.find(test.hash(key(1)));
    int length = image.length(at);
    image.bytes().set(EntryRecord.LONG, at + HASH_END, EntryRecord.NEVER);
    image.correct(at, length);
    image.write();
    test.restart();

    assertThat(test.find(key(1))).isNull();
  }

  @Test
  void wherever_files_are_garbled_no_value_is_wrong() throws Exception {
    fill(test, 0, 300, 3000);
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 10; round++) {
      test.close();
      for (Path file : SealedTier.files(test, "segment-")) {
        byte[] bytes = Files.readAllBytes(file);
        byte[] garbage = new byte[random.nextInt(6000)];
        random.nextBytes(garbage);
        System.arraycopy(
            garbage, 0, bytes, random.nextInt(bytes.length - garbage.length), garbage.length);
        Files.write(file, bytes);
      }
      test.restart();
      int _ = test.found(0, 300, 3000);
    }
    fill(test, 0, 300, 3000);
    assertThat(test.found(0, 300, 3000)).isEqualTo(300);
  }
}
