package dev.millrace.store;

import static dev.millrace.store.StoredValue.key;
import static dev.millrace.store.StoredValue.value;
import static dev.millrace.store.StoredValue.version;

import dev.millrace.seal.KeyService;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.SealConfig;
import dev.millrace.store.io.IoConfig;
import dev.millrace.store.memory.MemoryConfig;
import dev.millrace.store.ssd.Sealing;
import dev.millrace.store.ssd.SsdConfig;
import dev.millrace.store.ssd.SsdStats;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A process that works on a store until it is killed: its threads put, remove and ask, each its
/// own keys, and look at all that they get.
///
/// A value is always that of the key, and whole. Of a key that was put or removed since the start,
/// it is the last one; of others, it may be any. A line `hits N` is printed now and then, `wrong`
/// if a value is.
final class CrashingStore {
  static final String HITS = "hits ";
  static final String WRONG = "wrong ";
  static final int WRONG_STATUS = 3;

  private static final int THREADS = 3;
  private static final int KEYS = 3_000;
  private static final int LONGEST = 12_000;
  private static final int SEGMENT = 256 << 10;
  private static final int SEGMENTS = 64;
  private static final long UNKNOWN = -1;
  private static final long REMOVED = -2;

  private final TieredStore store;
  private final int number;
  private final SplittableRandom random;
  private final long[] versions = new long[KEYS];

  private CrashingStore(TieredStore store, int number, long seed) {
    this.store = store;
    this.number = number;
    this.random = new SplittableRandom(seed + number);
    Arrays.fill(versions, UNKNOWN);
  }

  /// Works until it is killed.
  ///
  /// @param arguments the folder, a number that no other run has and, where the SSD is to be
  ///   sealed, the line of a keyring
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    long run = Long.parseLong(arguments[1]);
    SsdConfig ssd =
        new SsdConfig(folder, SEGMENTS * SEGMENT, SEGMENT, 16_384, InstantSource.system());
    if (arguments.length > 2) {
      KeyService keys = Keyring.parse(List.of(arguments[2]));
      ssd = ssd.sealed(new Sealing(SealConfig.standard(), keys));
    }
    MemoryConfig memory = MemoryConfig.of(2 << 20).segmentSize(64 << 10);
    TieredStore store = TieredStore.open(memory, ssd, IoConfig.defaults());
    for (int number = 0; number < THREADS; number++) {
      CrashingStore worker = new CrashingStore(store, number, run * THREADS);
      Thread.ofPlatform().start(() -> worker.work(run));
    }
  }

  private void work(long run) {
    try {
      for (long i = 0; ; i++) {
        step(run << 32 | i);
        if (i % 500 == 0) {
          SsdStats stats = store.stats().ssd().orElseThrow();
          System.out.println(HITS + stats.hits());
          long unopened = stats.sealed().map(SsdStats.Sealed::unopened).orElse(0L);
          if (stats.failures().wrongChecksums() + stats.failures().lostSegments() + unopened > 0) {
            fail(stats.toString());
          }
        }
      }
    } catch (Throwable e) {
      fail(e.toString());
    }
  }

  private static void fail(String why) {
    System.out.println(WRONG + why);
    System.out.flush();
    Runtime.getRuntime().halt(WRONG_STATUS);
  }

  private void step(long version) {
    int key = random.nextInt(random.nextInt(KEYS / THREADS) + 1) * THREADS + number;
    switch (random.nextInt(24)) {
      case 0 -> {
        store.remove(key(key));
        versions[key] = REMOVED;
      }
      case 1, 2, 3, 4 -> {
        if (!store.put(key(key), value(key, version, LONGEST)).stored()) {
          throw new AssertionError("a put was refused");
        }
        versions[key] = version;
      }
      default -> check(key, store.copy(key(key)));
    }
  }

  private void check(int key, byte @Nullable [] found) {
    if (found != null) {
      long version = version(key, found, LONGEST);
      if (versions[key] != UNKNOWN && versions[key] != version) {
        throw new AssertionError(
            "key %d has version %d instead of %d".formatted(key, version, versions[key]));
      }
    }
  }
}
