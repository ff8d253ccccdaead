package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.TestTier.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EntryRecordTest {
  private static final long SEQUENCE = 42;
  private static final byte[] KEY = value(1, 20);

  private static byte[] record(byte[] value) {
    MemorySegment key = MemorySegment.ofArray(KEY);
    MemorySegment header =
        EntryRecord.header(SEQUENCE, 7, 1_000, key, MemorySegment.ofArray(value));
    byte[] record = new byte[(int) EntryRecord.size(KEY.length, value.length)];
    MemorySegment memory = MemorySegment.ofArray(record);
    memory.copyFrom(header);
    memory.asSlice(EntryRecord.HEADER).copyFrom(key);
    memory.asSlice(EntryRecord.HEADER + KEY.length).copyFrom(MemorySegment.ofArray(value));
    return record;
  }

  @Test
  void a_record_is_read_as_it_was_written() {
    MemorySegment memory = MemorySegment.ofArray(record(value(2, 100)));

    assertThat(EntryRecord.parse(memory, 0, memory.byteSize(), SEQUENCE))
        .isEqualTo(new EntryRecord(EntryRecord.HEADER, KEY.length, 100, 1_000))
        .satisfies(entry -> {
          assertThat(entry.hasKey(memory, KEY)).isTrue();
          assertThat(entry.hasKey(memory, value(2, 20))).isFalse();
          assertThat(entry.hasKey(memory, value(1, 19))).isFalse();
        });
  }

  @Test
  void a_record_of_another_use_of_the_segment_is_none() {
    MemorySegment memory = MemorySegment.ofArray(record(value(2, 100)));

    assertThat(EntryRecord.parse(memory, 0, memory.byteSize(), SEQUENCE + 1)).isNull();
  }

  @Property
  void a_record_with_a_wrong_bit_is_none(
      @ForAll @IntRange(max = 147) int position, @ForAll @IntRange(max = 7) int bit) {
    byte[] record = record(value(2, 100));
    record[position] ^= (byte) (1 << bit);
    MemorySegment memory = MemorySegment.ofArray(record);

    assertThat(EntryRecord.parse(memory, 0, memory.byteSize(), SEQUENCE)).isNull();
  }

  @Property
  void a_record_that_is_cut_off_is_none(@ForAll @IntRange(max = 147) int length) {
    MemorySegment memory = MemorySegment.ofArray(record(value(2, 100)));

    assertThat(EntryRecord.parse(memory, 0, length, SEQUENCE)).isNull();
  }

  @Property
  void whatever_lies_there_is_read_within_its_bounds(@ForAll byte[] bytes) {
    MemorySegment memory = MemorySegment.ofArray(bytes);

    assertThat(EntryRecord.parse(memory, 0, bytes.length, SEQUENCE)).isNull();
  }
}
