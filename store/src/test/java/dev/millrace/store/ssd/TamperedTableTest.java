package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.Geometry.BLOCK;
import static dev.millrace.store.ssd.SealedTier.config;
import static dev.millrace.store.ssd.SealedTier.fill;
import static dev.millrace.store.ssd.SealedTier.sealing;
import static dev.millrace.store.ssd.TestTier.CAPACITY;
import static dev.millrace.store.ssd.TestTier.SEGMENT;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.seal.Keyring;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Who can write to the device gives a segment another table, or another sequence number, and the
/// checksum that goes with it: that costs the segment.
class TamperedTableTest {
  private static final int LENGTH = 3000;
  private static final int ENTRIES = 3 * SEGMENT / LENGTH;

  /// Whose record in the table is changed.
  private static final int TAMPERED = 20;

  @TempDir Path folder;

  private TestTier opened(boolean isSealed) throws Exception {
    SsdConfig config = config(folder);
    Keyring keys = Keyring.parse(List.of(Keyring.newKey()));
    return new TestTier(isSealed ? config.sealed(sealing(keys)) : config);
  }

  /// The first segment, after a stop in order.
  private record Image(Path file, MemorySegment bytes) {
    static Image of(TestTier test) throws IOException {
      test.close();
      Path file = test.config.folder().resolve("segment-00001");
      return new Image(file, MemorySegment.ofArray(Files.readAllBytes(file)));
    }

    long sequence() {
      return SegmentFormat.readHeader(bytes, 1).orElseThrow();
    }

    MemorySegment table() {
      int count = SegmentFormat.readTrailer(trailer(), SEGMENT).orElseThrow().count();
      long position = SegmentFormat.tablePosition(count, SEGMENT);
      return bytes.asSlice(position, (long) count * SegmentFormat.RECORD);
    }

    private MemorySegment trailer() {
      return bytes.asSlice(SEGMENT - BLOCK);
    }

    void write(long sequence) throws IOException {
      SegmentFormat.writeHeader(bytes, 1, sequence);
      SegmentFormat.writeTrailer(trailer(), sequence, table());
      Files.write(file, bytes.toArray(JAVA_BYTE));
    }
  }

  /// The segment is lost, nothing else is, and all goes on.
  private static void assertLost(TestTier test) throws Exception {
    test.restart();
    assertThat(test.tier.stats().failures().lostSegments()).isEqualTo(1);
    assertThat(test.found(0, ENTRIES, LENGTH)).isBetween(ENTRIES / 3, ENTRIES - TAMPERED);

    int last = ENTRIES + 2 * CAPACITY / LENGTH;
    fill(test, ENTRIES, last, LENGTH);
    int half = CAPACITY / LENGTH / 2;
    assertThat(test.found(last - half, last, LENGTH)).isEqualTo(half);
    test.restart();
    assertThat(test.found(last - half, last, LENGTH)).isEqualTo(half);
    assertThat(test.tier.stats().failures().lostSegments()).isZero();
  }

  private static Stream<Arguments> offsets() {
    return IntStream.of(
            8 * SEGMENT, SEGMENT, SEGMENT - BLOCK, BLOCK, 128, -128, Integer.MIN_VALUE, 1 << 30)
        .mapToObj(Integer::valueOf)
        .flatMap(TamperedTableTest::sealedAndNot);
  }

  private static Stream<Arguments> lengths() {
    return IntStream.of(
            Integer.MIN_VALUE, -1, 0, EntryRecord.HEADER - 1, SEGMENT, Integer.MAX_VALUE)
        .mapToObj(Integer::valueOf)
        .flatMap(TamperedTableTest::sealedAndNot);
  }

  private static Stream<Arguments> sequences() {
    return LongStream.of(0, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 1)
        .mapToObj(Long::valueOf)
        .flatMap(TamperedTableTest::sealedAndNot);
  }

  private static Stream<Arguments> sealedAndNot(Object number) {
    return Stream.of(Arguments.of(number, true), Arguments.of(number, false));
  }

  @ParameterizedTest
  @MethodSource("offsets")
  void an_entry_that_is_nowhere_in_its_segment_costs_it(int offset, boolean isSealed)
      throws Exception {
    assertCostsTheSegment(SegmentFormat.RECORD_OFFSET, offset, isSealed);
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void an_entry_of_an_impossible_length_costs_its_segment(int length, boolean isSealed)
      throws Exception {
    assertCostsTheSegment(SegmentFormat.RECORD_LENGTH, length, isSealed);
  }

  private void assertCostsTheSegment(int field, int number, boolean isSealed) throws Exception {
    try (TestTier test = opened(isSealed)) {
      fill(test, 0, ENTRIES, LENGTH);
      Image image = Image.of(test);
      long record = (long) TAMPERED * SegmentFormat.RECORD;
      image.table().set(EntryRecord.INT, record + field, number);
      image.write(image.sequence());

      assertLost(test);
    }
  }

  @ParameterizedTest
  @MethodSource("sequences")
  void a_segment_with_a_sequence_number_that_is_none_is_lost(long sequence, boolean isSealed)
      throws Exception {
    try (TestTier test = opened(isSealed)) {
      fill(test, 0, ENTRIES, LENGTH);
      Image.of(test).write(sequence);

      assertLost(test);
    }
  }
}
