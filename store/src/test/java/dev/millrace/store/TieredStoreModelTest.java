package dev.millrace.store;

import static dev.millrace.store.StoredValue.key;
import static dev.millrace.store.StoredValue.value;
import static dev.millrace.store.StoredValue.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.seal.Keyring;
import dev.millrace.seal.SealConfig;
import dev.millrace.store.memory.MemoryConfig;
import dev.millrace.store.ssd.Sealing;
import dev.millrace.store.ssd.SsdConfig;
import dev.millrace.store.ssd.TestDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/// Whatever is done to a store and its device, it answers with the last value of a key, or with
/// none. Only after a crash it may also be an earlier value of that key.
class TieredStoreModelTest {
  private static final int KEYS = 150;
  private static final int LONGEST = 20_000;
  private static final int SEGMENT = 256 << 10;
  private static final long REMOVED = -1;
  private static final Sealing SEALING =
      new Sealing(SealConfig.standard(), Keyring.parse(List.of(Keyring.newKey())));

  /// Shrinking does not help: another seed is another run.
  @Property(tries = 40, shrinking = ShrinkingMode.OFF)
  void a_store_answers_with_the_last_value_or_none(@ForAll long seed) throws Exception {
    run(seed, 4_000, false);
  }

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void a_store_whose_ssd_is_sealed_answers_so_too(@ForAll long seed) throws Exception {
    run(seed, 4_000, true);
  }

  @Tag("long")
  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void a_store_answers_with_the_last_value_or_none_for_long(@ForAll long seed) throws Exception {
    run(seed, 20_000, false);
  }

  @Tag("long")
  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void a_store_whose_ssd_is_sealed_answers_so_too_for_long(@ForAll long seed) throws Exception {
    run(seed, 20_000, true);
  }

  private static void run(long seed, int steps, boolean isSealed) throws Exception {
    Path folder = Files.createTempDirectory("store");
    try (Run run = new Run(folder, seed, isSealed)) {
      for (int i = 0; i < steps; i++) {
        run.step();
      }
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }

  /// A store, its device, and what it should hold.
  private static final class Run implements AutoCloseable {
    private final SsdConfig config;
    private final SplittableRandom random;
    private final Map<Integer, Long> current = new HashMap<>();

    /// The keys that may have an earlier value again, since there was a crash after the last put.
    private final Map<Integer, Boolean> mayBeOlder = new HashMap<>();

    private TestDevice device = new TestDevice();
    private TieredStore store;
    private boolean isLosing;
    private long versions;

    Run(Path folder, long seed, boolean isSealed) throws IOException, InterruptedException {
      this.random = new SplittableRandom(seed);
      SsdConfig plain = new SsdConfig(folder, 8 * SEGMENT, SEGMENT, 60_000, InstantSource.system());
      this.config = isSealed ? plain.sealed(SEALING) : plain;
      this.store = open();
    }

    private TieredStore open() throws IOException, InterruptedException {
      MemoryConfig memory = MemoryConfig.of(MemoryConfig.leastCapacity(64 << 10));
      return TieredStore.open(memory.segmentSize(64 << 10), config, device.open(config));
    }

    void step() throws IOException, InterruptedException {
      int key = random.nextInt(random.nextInt(KEYS) + 1);
      switch (random.nextInt(4_000)) {
        case 0, 1, 2, 3 -> restart();
        case 4 -> {
          lose(0);
          restart();
        }
        case 5 -> lose(random.nextLong(3 * SEGMENT));
        case 6, 7 -> device.failWrites(1 + random.nextInt(3));
        case 8, 9 -> device.failReads();
        case 10, 11 -> device.refuseFiles();
        default -> {
          switch (random.nextInt(20)) {
            case 0 -> remove(key);
            case 1, 2, 3, 4 -> put(key);
            case 5 -> calm();
            default -> get(key);
          }
        }
      }
    }

    private void calm() throws InterruptedException {
      device.heal();
      store.ssd().orElseThrow().flush();
    }

    private void restart() throws IOException, InterruptedException {
      close();
      device = new TestDevice();
      store = open();
      if (isLosing) {
        isLosing = false;
        for (int key = 0; key < KEYS; key++) {
          mayBeOlder.put(key, true);
        }
      }
    }

    /// So many bytes are written, and what is to be written after them is not: as if there were a
    /// crash before the next restart.
    private void lose(long bytes) {
      device.loseAllAfter(bytes);
      isLosing = true;
    }

    private void put(int key) {
      long version = versions++;
      boolean stored = store.put(key(key), value(key, version, LONGEST)).stored();
      assertThat(stored).isTrue();
      current.put(key, version);
      mayBeOlder.remove(key);
    }

    private void remove(int key) {
      store.remove(key(key));
      current.put(key, REMOVED);
      mayBeOlder.remove(key);
    }

    private void get(int key) {
      byte[] found = store.copy(key(key));
      if (found != null) {
        long version = version(key, found, LONGEST);
        long last = current.getOrDefault(key, REMOVED);
        if (mayBeOlder.containsKey(key)) {
          assertThat(version).isLessThan(versions);
        } else {
          assertThat(version).as("key %s", key).isEqualTo(last);
        }
      }
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
