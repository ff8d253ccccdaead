package dev.millrace.store;

import static dev.millrace.store.StoredValue.key;
import static dev.millrace.store.StoredValue.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.store.io.IoConfig;
import dev.millrace.store.memory.Draft;
import dev.millrace.store.memory.MemoryConfig;
import dev.millrace.store.memory.Put;
import dev.millrace.store.memory.Value;
import dev.millrace.store.ssd.SsdConfig;
import dev.millrace.store.ssd.SsdStats;
import dev.millrace.store.ssd.SsdTier;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TieredStoreTest {
  private static final int LONGEST = 2000;
  private static final MemoryConfig MEMORY = MemoryConfig.of(1 << 20).segmentSize(64 << 10);

  @TempDir Path folder;
  private TieredStore store;

  @BeforeEach
  void open() throws Exception {
    SsdConfig ssd = SsdConfig.of(folder, 64 << 20).segmentSize(1 << 20);
    store = TieredStore.open(MEMORY, ssd, IoConfig.defaults());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void put(int key, long version) {
    assertThat(store.put(key(key), value(key, version, LONGEST))).isEqualTo(Put.STORED);
  }

  private boolean has(int key, long version) {
    byte[] found = store.copy(key(key));
    assertThat(found).isIn(null, value(key, version, LONGEST));
    return found != null;
  }

  /// Puts entries and asks for each, so that what memory evicts was asked for.
  private void use(int from, int to) throws InterruptedException {
    for (int i = from; i < to; i++) {
      put(i, 0);
      assertThat(has(i, 0)).isTrue();
      if (i % 100 == 0) {
        ssd().flush();
      }
    }
    ssd().flush();
  }

  private SsdTier ssd() {
    return store.ssd().orElseThrow();
  }

  private SsdStats stats() {
    return store.stats().ssd().orElseThrow();
  }

  @Test
  void what_memory_evicts_is_found_on_the_ssd() throws Exception {
    use(0, 10_000);
    int found = 0;
    for (int i = 0; i < 10_000; i++) {
      found += has(i, 0) ? 1 : 0;
      ssd().flush();
    }

    assertThat(store.stats().memory().evicted()).isPositive();
    assertThat(found).isGreaterThan(9_900);
    assertThat(stats().hits()).isGreaterThan(8_000);
  }

  @Test
  void what_nobody_asks_for_is_not_written() throws Exception {
    for (int i = 0; i < 10_000; i++) {
      put(i, 0);
    }
    ssd().flush();

    assertThat(stats().written()).isZero();
  }

  @Test
  void a_hit_on_the_ssd_comes_back_to_memory_and_is_not_written_again() throws Exception {
    use(0, 5_000);
    assertThat(has(0, 0)).isTrue();
    long hits = stats().hits();
    assertThat(has(0, 0)).isTrue();
    assertThat(stats().hits()).isEqualTo(hits);
    long known = stats().alreadyHeld();
    use(5_000, 10_000);

    assertThat(stats().alreadyHeld()).isGreaterThan(known);
    assertThat(has(0, 0)).isTrue();
    assertThat(stats().hits()).isGreaterThan(hits);
  }

  @Test
  void what_is_put_or_removed_is_forgotten_on_the_ssd() throws Exception {
    use(0, 10_000);
    for (int i = 0; i < 100; i++) {
      put(i, 1);
      store.remove(key(100 + i));
    }
    for (int i = 1_000; i < 3_000; i++) {
      assertThat(has(i, 0)).isIn(true, false);
    }
    for (int i = 0; i < 100; i++) {
      has(i, 1);
      assertThat(store.copy(key(100 + i))).isNull();
    }
  }

  @Test
  void the_ssd_survives_a_restart_and_what_was_replaced_does_not() throws Exception {
    use(0, 10_000);
    for (int i = 0; i < 1_000; i++) {
      put(i, 1);
      store.remove(key(1_000 + i));
    }
    close();
    open();
    int found = 0;
    for (int i = 0; i < 1_000; i++) {
      has(i, 1);
      assertThat(store.copy(key(1_000 + i))).isNull();
      found += has(2_000 + i, 0) ? 1 : 0;
    }

    assertThat(found).isGreaterThan(900);
  }

  @Test
  void a_peek_does_not_bring_an_entry_back() throws Exception {
    use(0, 5_000);
    long hits = stats().hits();
    for (int i = 0; i < 2; i++) {
      try (Value value = store.peek(key(0))) {
        assertThat(value).isNotNull();
        assertThat(value.toArray()).isEqualTo(value(0, 0, LONGEST));
      }
    }

    assertThat(stats().hits()).isEqualTo(hits + 2);
  }

  @Test
  void lifetimes_go_down_and_come_back() throws Exception {
    byte[] bytes = value(0, 0, LONGEST);
    store.put(key(0), MemorySegment.ofArray(bytes), Duration.ofHours(1));
    assertThat(store.copy(key(0))).isEqualTo(bytes);
    use(1, 5_000);
    assertThat(store.copy(key(0))).isEqualTo(bytes);
    assertThat(stats().hits()).isEqualTo(1);
  }

  @Test
  void memory_alone_will_do() {
    try (TieredStore alone = TieredStore.open(MEMORY)) {
      assertThat(alone.put(key(1), value(1, 1, LONGEST))).isEqualTo(Put.STORED);
      assertThat(alone.copy(key(1))).isEqualTo(value(1, 1, LONGEST));
      if (alone.reserve(key(2), 8) instanceof Draft draft) {
        draft.setLong(0, 42);
        draft.store();
      }
      try (Value value = alone.get(key(2))) {
        assertThat(value).isNotNull();
        assertThat(value.getLong(0)).isEqualTo(42);
      }
      alone.remove(key(1));
      assertThat(alone.get(key(1))).isNull();
      assertThat(alone.ssd()).isEmpty();
      assertThat(alone.stats().ssd()).isEmpty();
    }
  }

  @Test
  void a_closed_store_finds_nothing_and_refuses() throws Exception {
    use(0, 5_000);
    store.close();

    assertThat(store.get(key(0))).isNull();
    assertThat(store.put(key(0), value(0, 0, LONGEST))).isEqualTo(Put.CLOSED);
  }
}
