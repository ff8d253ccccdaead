package dev.millrace.store;

import static dev.millrace.store.StoredValue.key;
import static dev.millrace.store.StoredValue.value;
import static dev.millrace.store.StoredValue.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.store.io.IoConfig;
import dev.millrace.store.memory.MemoryConfig;
import dev.millrace.store.ssd.SsdConfig;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many threads on a store of which both tiers are too small: who asks after a put or a removal has
/// returned gets what was put, or nothing, and never what was there before.
class TieredStoreLoadTest {
  private static final int THREADS = 6;
  private static final int OPERATIONS = 20_000;
  private static final int KEYS = 600;
  private static final int LONGEST = 8_000;
  private static final int SEGMENT = 256 << 10;

  @TempDir Path folder;

  private final AtomicLongArray begun = new AtomicLongArray(KEYS);
  private final AtomicLongArray done = new AtomicLongArray(KEYS);

  @Test
  void no_value_is_older_than_the_last_put() throws Exception {
    SsdConfig ssd = new SsdConfig(folder, 8 * SEGMENT, SEGMENT, 16_384, InstantSource.system());
    MemoryConfig memory = MemoryConfig.of(1 << 20).segmentSize(64 << 10);
    try (TieredStore store = TieredStore.open(memory, ssd, IoConfig.defaults());
        var threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().factory())) {
      var clients =
          IntStream.range(0, THREADS)
              .mapToObj(number -> threads.submit(() -> work(store, number)))
              .toList();
      for (Future<?> client : clients) {
        client.get();
      }
      assertThat(store.stats().ssd().orElseThrow().hits()).isPositive();
      assertThat(store.stats().ssd().orElseThrow().failures().wrongChecksums()).isZero();
    }
  }

  /// Each key is put and removed by one thread, and asked for by all.
  private void work(TieredStore store, int number) {
    SplittableRandom random = new SplittableRandom(number);
    for (int i = 0; i < OPERATIONS; i++) {
      int key = random.nextInt(random.nextInt(KEYS) + 1);
      boolean isMine = key % THREADS == number;
      if (isMine && random.nextInt(3) == 0) {
        change(store, key, random.nextInt(8) == 0);
      } else {
        check(store, key);
      }
    }
  }

  private void change(TieredStore store, int key, boolean removes) {
    long version = begun.incrementAndGet(key);
    if (removes) {
      store.remove(key(key));
      done.set(key, version);
    } else if (store.put(key(key), value(key, version, LONGEST)).stored()) {
      done.set(key, version);
    }
  }

  private void check(TieredStore store, int key) {
    long oldest = done.get(key);
    byte[] found = store.copy(key(key));
    if (found != null) {
      assertThat(version(key, found, LONGEST)).isBetween(oldest, begun.get(key));
    }
  }
}
