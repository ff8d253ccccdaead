package dev.millrace.store.ssd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.millrace.store.io.BlockIo;
import dev.millrace.store.io.IoConfig.EngineChoice;
import dev.millrace.store.memory.Below;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A small tier on a device that fails when told to, and its restarts.
final class TestTier implements AutoCloseable {
  static final int SEGMENT = 256 << 10;
  static final int CAPACITY = 8 * SEGMENT;

  /// The index knows hashes in part, and once in a while an entry is missed for another one's sake.
  /// With the same hashes in every run, which those are is no matter of chance.
  private static final long HASH_SEED = 1;

  final AtomicLong now = new AtomicLong(1_000_000);
  final SsdConfig config;
  TestDevice device = new TestDevice();
  SsdTier tier;

  TestTier(Path folder) throws IOException, InterruptedException {
    this(new SsdConfig(folder, CAPACITY, SEGMENT, 200_000, InstantSource.system()));
  }

  TestTier(SsdConfig config) throws IOException, InterruptedException {
    this(config, EngineChoice.POSITIONAL);
  }

  TestTier(SsdConfig config, EngineChoice engine) throws IOException, InterruptedException {
    this.config = config.clock(() -> Instant.ofEpochMilli(now.get()));
    seed();
    tier = opened(engine);
  }

  private void seed() throws IOException {
    Path meta = Files.createDirectories(config.folder()).resolve("meta");
    if (!Files.exists(meta)) {
      new FolderMeta(config.geometry(), config.sealing() != null, HASH_SEED).write(meta);
    }
  }

  private SsdTier opened(EngineChoice engine) throws IOException, InterruptedException {
    BlockIo io = device.open(config, engine);
    try {
      return SsdTier.open(config, io);
    } catch (IOException e) {
      io.close();
      throw e;
    }
  }

  /// Ends the tier and opens another on the same folder, and a device that works.
  void restart() throws IOException, InterruptedException {
    close();
    device = new TestDevice();
    tier = opened(EngineChoice.POSITIONAL);
  }

  /// As [#restart], with something done once the thread that ends the tier waits for others.
  void restart(Runnable whileWaiting) throws IOException, InterruptedException {
    Thread closing = Thread.ofPlatform().start(this::close);
    while (closing.isAlive() && closing.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    whileWaiting.run();
    closing.join();
    restart();
  }

  /// As [#restart], but nothing that was not written yet ever is.
  void crash() throws IOException, InterruptedException {
    device.loseAllAfter(0);
    restart();
  }

  static byte[] key(int number) {
    return ("key-" + number).getBytes(UTF_8);
  }

  /// A value that follows from a number, and is as long as the number says.
  static byte[] value(int number, int length) {
    byte[] value = new byte[length];
    new SplittableRandom(number).nextBytes(value);
    return value;
  }

  long hash(byte[] key) {
    return Hashing.xxh3_64(tier.hashSeed()).hashBytesToLong(key);
  }

  /// Offers an entry once.
  void offer(byte[] key, byte[] value, Duration lifetime) {
    MemorySegment memory = MemorySegment.ofArray(new byte[key.length + value.length]);
    MemorySegment.copy(MemorySegment.ofArray(key), 0, memory, 0, key.length);
    MemorySegment.copy(MemorySegment.ofArray(value), 0, memory, key.length, value.length);
    tier.evicted(hash(key), memory, 0, key.length, key.length, value.length, lifetime.toNanos());
  }

  void offer(byte[] key, byte[] value) {
    offer(key, value, Duration.ofNanos(Below.FOREVER));
  }

  /// Offers an entry, and once more where the writer has not kept up.
  void write(byte[] key, byte[] value) throws InterruptedException {
    long dropped = tier.stats().dropped();
    offer(key, value);
    if (tier.stats().dropped() > dropped) {
      tier.flush();
      offer(key, value);
    }
  }

  /// Writes entries of that length under keys `from` to `to`, and waits for the device.
  void fill(int from, int to, int length) throws InterruptedException {
    for (int i = from; i < to; i++) {
      write(key(i), value(i, length));
    }
    tier.flush();
  }

  byte @Nullable [] find(byte[] key) {
    try (SsdHit hit = tier.get(key)) {
      return hit == null ? null : hit.value().toArray();
    }
  }

  /// How many of the keys are found, each with its value.
  int found(int from, int to, int length) {
    int found = 0;
    for (int i = from; i < to; i++) {
      byte[] value = find(key(i));
      if (value != null) {
        assertThat(value).as("key %s", i).isEqualTo(value(i, length));
        found++;
      }
    }
    return found;
  }

  /// Waits where no interrupt comes.
  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    tier.close();
  }
}
