package dev.millrace.store.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A reader may lose its processor between the index and the segment that it led to. Meanwhile the
/// segment can be freed, and filled by somebody whose values look like the entry that was there.
class ForgedEntryTest {
  private static final int ENTRY = 32;
  private static final byte[] KEY = "the-key".getBytes(US_ASCII);
  private static final long TRUE = 0x1111_1111_1111_1111L;
  private static final long FORGED = 0x6666_6666_6666_6666L;
  private static final int READERS = 4;

  @Test
  void a_reader_that_was_held_up_does_not_take_a_value_for_an_entry() throws Exception {
    forge(60_000);
  }

  /// The moment is short: without the second look at the index, this found one forged value in some
  /// hundred thousand rounds.
  @Test
  @Tag("long")
  void nor_does_it_in_two_million_rounds() throws Exception {
    forge(2_000_000);
  }

  private static void forge(int rounds) throws InterruptedException {
    MemoryConfig config =
        MemoryConfig.of(MemoryConfig.leastCapacity(64 << 10)).segmentSize(64 << 10);
    try (MemoryTier tier = MemoryTier.open(config)) {
      AtomicBoolean done = new AtomicBoolean();
      AtomicInteger forged = new AtomicInteger();
      List<Thread> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        readers.add(
            Thread.ofPlatform()
                .start(() -> {
                  while (!done.get()) {
                    try (Value value = tier.get(KEY)) {
                      if (value != null && value.getLong(0) != TRUE) {
                        forged.incrementAndGet();
                      }
                    }
                  }
                }));
      }
      byte[] forgery = forgery();
      for (int i = 0; i < rounds; i++) {
        tier.put(KEY, truth());
        for (int other = 0; other < i % 5; other++) {
          tier.put(String.format("%010d", other).getBytes(US_ASCII), forgery);
        }
      }
      done.set(true);
      for (Thread reader : readers) {
        reader.join();
      }
      assertThat(forged).hasValue(0);
    }
  }

  /// A value with which the entry is [#ENTRY] bytes long.
  private static byte[] truth() {
    byte[] value = new byte[ENTRY - (int) EntryFormat.size(KEY.length, 0, false)];
    MemorySegment.ofArray(value).set(JAVA_LONG_UNALIGNED, 0, TRUE);
    return value;
  }

  /// A value that is nothing but entries of the key, as far as the bytes go: its own entry begins,
  /// as all do, at a multiple of [#ENTRY], and its header and key are as long as half of that.
  private static byte[] forgery() {
    byte[] image = new byte[256 * ENTRY];
    MemorySegment memory = MemorySegment.ofArray(image);
    int length = truth().length;
    for (int at = 0; at < image.length; at += ENTRY) {
      EntryFormat.write(memory, at, KEY, length);
      memory.set(JAVA_LONG_UNALIGNED, at + ENTRY - length, FORGED);
    }
    return Arrays.copyOfRange(image, ENTRY / 2, image.length);
  }
}
