package dev.millrace.gateway.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.origin.ObjectName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArrivedSlicesTest {
  private static final int SIZE = 200_000;
  private static final int HALF = SIZE / 2;

  private final StoredSlices stored = StoredSlices.inMemory(10_000_000, SIZE);
  private final ArrivedSlices arrived = new ArrivedSlices(stored, 3 * SIZE);

  @AfterEach
  void close() {
    stored.close();
  }

  @Test
  void beyond_the_bound_the_slice_that_arrived_first_leaves_the_heap() throws IOException {
    FetchedSlice[] slices = {add(0), add(1), add(2), add(3)};
    assertThat(slices).extracting(FetchedSlice::isOnHeap).containsExactly(false, false, true, true);
  }

  @Test
  void for_those_who_do_not_read_it_now_it_is_not_kept_and_to_be_opened_anew() throws IOException {
    FetchedSlice slice = add(0);
    assertThat(slice.writeTo(new ByteArrayOutputStream(), 0, HALF)).isEqualTo(HALF);
    add(1);
    add(2);
    add(3);
    assertThat(slice.isOnHeap()).isFalse();
    assertThat(stored.has(key(0), SIZE)).isFalse();
    assertThat(slice.writeTo(new ByteArrayOutputStream(), HALF, SIZE)).isEqualTo(HALF);
  }

  @Test
  void whoever_is_reading_it_gets_every_byte_though_it_was_not_to_be_kept() throws IOException {
    FetchedSlice slice = add(0);
    ByteArrayOutputStream read =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int offset, int length) {
            stored.takeOver(key(0), slice);
            super.write(bytes, offset, length);
          }
        };
    assertThat(slice.writeTo(read, 0, SIZE)).isEqualTo(SIZE);
    assertThat(read.toByteArray()).isEqualTo(content(0));
  }

  @Test
  void one_that_was_evicted_since_is_to_be_opened_anew() throws IOException {
    FetchedSlice slice = add(0);
    stored.put(key(0), slice);
    stored.takeOver(key(0), slice);
    assertThat(slice.writeTo(new ByteArrayOutputStream(), 0, HALF)).isEqualTo(HALF);
    stored.close();
    assertThat(slice.writeTo(new ByteArrayOutputStream(), HALF, SIZE)).isEqualTo(HALF);
  }

  private FetchedSlice add(int number) throws IOException {
    FetchedSlice slice = new FetchedSlice(SIZE);
    slice.fill(new ByteArrayInputStream(content(number)));
    arrived.add(key(number), slice);
    return slice;
  }

  private static SliceKey key(int number) {
    return new SliceKey(new ObjectName("mill", "k" + number), "\"1\"", 0, 0);
  }

  private static byte[] content(int number) {
    byte[] content = new byte[SIZE];
    new Random(number).nextBytes(content);
    return content;
  }
}
