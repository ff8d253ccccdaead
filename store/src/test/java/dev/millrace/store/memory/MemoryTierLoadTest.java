package dev.millrace.store.memory;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Many threads on a tier that is far too small for them: whatever is found is whole, and of the
/// key that was asked for, and stays so for as long as it is open.
class MemoryTierLoadTest {
  private static final int THREADS = 8;
  private static final int OPERATIONS = 150_000;
  private static final int HEADER = 2 * Integer.BYTES;

  @ParameterizedTest
  @CsvSource({"3, 2000, 400", "3, 100000, 0", "8, 300, 40000", "16, 50000, 100"})
  void values_are_whole_and_of_their_key(int mebibytes, int keys, int longest) throws Exception {
    MemoryConfig config = MemoryConfig.of((long) mebibytes << 20).segmentSize(64 << 10);
    try (MemoryTier tier = MemoryTier.open(config);
        var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      var clients =
          IntStream.range(0, THREADS)
              .mapToObj(seed -> threads.submit(new Client(tier, seed, keys, longest)))
              .toList();
      for (Future<?> client : clients) {
        await(client);
      }
      assertThat(tier.stats().beingRead()).isLessThan(config.segments());
      assertThat(tier.size()).isPositive();
      assertThat(tier.stats().bytes()).isLessThanOrEqualTo(config.capacity());
    }
  }

  private static void await(Future<?> client) throws InterruptedException {
    try {
      client.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  /// One thread: puts, gets, holds on to what it got, removes, gives up.
  private static final class Client implements Runnable {
    private final MemoryTier tier;
    private final SplittableRandom random;
    private final int keys;
    private final int longest;
    private final byte[] room;
    private final Deque<Value> held = new ArrayDeque<>();
    private final Deque<Integer> heldKeys = new ArrayDeque<>();

    Client(MemoryTier tier, int seed, int keys, int longest) {
      this.tier = tier;
      this.random = new SplittableRandom(seed);
      this.keys = keys;
      this.longest = longest;
      this.room = new byte[HEADER + longest];
    }

    @Override
    public void run() {
      for (int i = 0; i < OPERATIONS; i++) {
        int key = random.nextInt(random.nextInt(keys) + 1);
        switch (random.nextInt(16)) {
          case 0 -> tier.remove(bytes(key));
          case 1 -> put(key, Duration.ofNanos(random.nextLong(5_000_000)));
          case 2, 3, 4 -> tier.put(bytes(key), value(key));
          case 5 -> giveUp(key);
          case 6 -> hold(key);
          case 7, 8, 9 -> checkCopy(key);
          default -> check(key);
        }
      }
      while (!held.isEmpty()) {
        release();
      }
    }

    private static byte[] bytes(int key) {
      return ("k" + key).getBytes(US_ASCII);
    }

    /// A value that tells its key, and whose every byte follows from its first ones.
    private byte[] value(int key) {
      int version = random.nextInt();
      byte[] value = new byte[HEADER + random.nextInt(longest + 1)];
      MemorySegment.ofArray(value).set(JAVA_INT_UNALIGNED, 0, key);
      MemorySegment.ofArray(value).set(JAVA_INT_UNALIGNED, Integer.BYTES, version);
      for (int i = HEADER; i < value.length; i++) {
        value[i] = (byte) (version + i * 31);
      }
      return value;
    }

    private void put(int key, Duration lifetime) {
      tier.put(bytes(key), MemorySegment.ofArray(value(key)), lifetime);
    }

    private void giveUp(int key) {
      if (tier.reserve(bytes(key), HEADER) instanceof Draft draft) {
        draft.setInt(0, ~key);
        draft.close();
      }
    }

    private void check(int key) {
      try (Value value = tier.get(bytes(key))) {
        if (value != null) {
          check(value, key);
        }
      }
    }

    private void checkCopy(int key) {
      int length = tier.copyTo(bytes(key), room);
      if (length >= 0) {
        check(room, length, key);
      }
    }

    private void hold(int key) {
      Value value = tier.get(bytes(key));
      if (value != null) {
        held.add(value);
        heldKeys.add(key);
      }
      if (held.size() > 3) {
        release();
      }
    }

    private void release() {
      try (Value value = held.remove()) {
        check(value, heldKeys.remove());
      }
    }

    private static void check(Value value, int key) {
      byte[] copy = value.toArray();
      check(copy, copy.length, key);
    }

    private static void check(byte[] value, int length, int key) {
      MemorySegment header = MemorySegment.ofArray(value);
      int version = header.get(JAVA_INT_UNALIGNED, Integer.BYTES);
      boolean isWhole = header.get(JAVA_INT_UNALIGNED, 0) == key;
      for (int i = HEADER; i < length; i++) {
        isWhole &= value[i] == (byte) (version + i * 31);
      }
      if (!isWhole) {
        throw new AssertionError("a value of key " + key + " was torn, or of another");
      }
    }
  }
}
