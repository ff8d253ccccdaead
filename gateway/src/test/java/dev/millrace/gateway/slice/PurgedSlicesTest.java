package dev.millrace.gateway.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.ObjectFacts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Slices that were held when their objects were purged, and outlive the process.
class PurgedSlicesTest {
  private static final int SIZE = 64 << 10;
  private static final int SLICES = 200;
  private static final ObjectFacts FACTS = new ObjectFacts(SIZE, "\"1\"", Instant.EPOCH, Map.of());

  @TempDir private Path ssd;
  @TempDir private Path state;

  private StoredSlices open() throws IOException {
    return StoredSlices.onSsd(
        StoredSlices.leastBytes(SIZE) + (2 << 20), ssd, 64 << 20, SIZE, null, state);
  }

  private static ObjectName object(int number) {
    return new ObjectName("mill", (number < SLICES / 2 ? "a/" : "b/") + number);
  }

  private static void put(StoredSlices stored, int number) {
    FetchedSlice slice = new FetchedSlice(SIZE);
    try {
      slice.fill(new ByteArrayInputStream(new byte[SIZE]));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    SliceKey key = stored.key(object(number), FACTS, 0);
    stored.put(key, slice);
    // What nobody asks for is not kept when it leaves memory.
    assertThat(stored.get(key, SIZE)).isNotNull();
  }

  private static long found(StoredSlices stored, int from, int to) {
    return IntStream.range(from, to)
        .filter(i -> stored.read(stored.key(object(i), FACTS, 0), new FetchedSlice(SIZE)))
        .count();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void what_is_purged_is_not_on_the_ssd_any_more_after_restarts_either(boolean isHeld)
      throws IOException {
    StoredSlices before = open();
    IntStream.range(0, SLICES).forEach(i -> put(before, i));
    if (isHeld) {
      assertThat(before.purge(new Purge.OfPrefix("mill", "a/")).failure()).isNull();
      assertThat(found(before, 0, SLICES / 2)).isZero();
      before.close();
    } else {
      before.close();
      try (StoredSlices stored = open()) {
        assertThat(found(stored, 0, SLICES / 2)).isPositive();
        assertThat(stored.purge(new Purge.OfPrefix("mill", "a/")).failure()).isNull();
        assertThat(found(stored, 0, SLICES / 2)).isZero();
      }
    }
    for (int restarts = 0; restarts < 2; restarts++) {
      try (StoredSlices stored = open()) {
        assertThat(found(stored, 0, SLICES / 2)).isZero();
        assertThat(found(stored, SLICES / 2, SLICES)).isPositive();
      }
    }
  }

  @Test
  void what_comes_after_a_purge_is_found_after_restarts_as_all_else_is() throws IOException {
    try (StoredSlices stored = open()) {
      stored.purge(new Purge.OfEverything());
      IntStream.range(0, SLICES).forEach(i -> put(stored, i));
    }
    try (StoredSlices stored = open()) {
      assertThat(found(stored, 0, SLICES)).isPositive();
    }
  }

  @Test
  void a_slice_that_was_on_its_way_when_it_was_purged_is_not_kept() throws IOException {
    try (StoredSlices stored = StoredSlices.inMemory(10_000_000, SIZE)) {
      SliceKey asked = stored.key(object(1), FACTS, 0);
      stored.purge(new Purge.OfObject(object(1)));
      FetchedSlice slice = new FetchedSlice(SIZE);
      slice.fill(new ByteArrayInputStream(new byte[SIZE]));
      stored.put(asked, slice);
      assertThat(stored.has(asked, SIZE)).isFalse();
    }
  }

  @Test
  void who_knows_of_a_later_purge_is_given_nothing_from_before_it() {
    try (StoredSlices stored = StoredSlices.inMemory(10_000_000, SIZE)) {
      put(stored, 1);
      SliceKey own = stored.key(object(1), FACTS, 0);
      long later = 1_795_000_000_000L;
      assertThat(stored.key(object(1), FACTS, 0, 0)).isEqualTo(own);
      assertThat(stored.key(object(1), FACTS, 0, later).generation()).isEqualTo(later);
      long purged = stored.purge(new Purge.OfObject(object(1)), later + 5).number();
      assertThat(stored.key(object(1), FACTS, 0, later).generation()).isEqualTo(purged);
    }
  }
}
