package dev.millrace.seal;

import static dev.millrace.seal.Samples.BINDING;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One sealer, one opener and one reader for all threads, platform threads and virtual ones.
@Timeout(60)
final class SharedByThreadsTest {
  private static final Keyring KEYS = Samples.newKeys();
  private static final int THREADS = 12;
  private static final int ROUNDS = 12;

  @ParameterizedTest
  @ValueSource(strings = {"none", "lz4", "zstd:1"})
  void many_threads_seal_and_open_at_once(String compression) throws Exception {
    Sealer sealer = new Sealer(Samples.small(compression), KEYS);
    Opener opener = new Opener(KEYS);
    atOnce(seed -> {
      Random random = new Random(seed);
      for (int i = 0; i < ROUNDS; i++) {
        byte[] content = Samples.bytes(random.nextInt(20_000));
        Binding binding = BINDING.at(random.nextInt(1000));
        byte[] sealed = sealer.seal(content, binding);
        for (Way way : Way.values()) {
          assertThat(way.open(opener, sealed, binding, content.length)).isEqualTo(content);
        }
      }
    });
  }

  /// More than a page of blocks, so that the threads take the page that is kept from each other.
  @ParameterizedTest
  @ValueSource(strings = {"none", "lz4"})
  void many_threads_read_one_container(String compression) throws Exception {
    byte[] content = Samples.bytes(2 * 4096 * 4096);
    byte[] sealed = new Sealer(Samples.small(compression), KEYS).seal(content, BINDING);
    SealedReader reader =
        new Opener(KEYS).reader(ByteSource.of(MemorySegment.ofArray(sealed)), BINDING);
    atOnce(seed -> {
      Random random = new Random(seed);
      for (int i = 0; i < ROUNDS; i++) {
        int from = random.nextInt(content.length);
        ByteBuffer part = ByteBuffer.allocate(random.nextInt(20_000));
        int length = reader.read(from, part);
        assertThat(length).isEqualTo(Math.min(part.capacity(), content.length - from));
        assertThat(Arrays.equals(part.array(), 0, length, content, from, from + length)).isTrue();
      }
    });
  }

  private interface Task {
    void run(int seed) throws IOException;
  }

  private static void atOnce(Task task) throws Exception {
    for (ExecutorService threads :
        List.of(
            Executors.newFixedThreadPool(THREADS), Executors.newVirtualThreadPerTaskExecutor())) {
      try (threads) {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          int seed = i;
          tasks.add(() -> {
            task.run(seed);
            return null;
          });
        }
        for (Future<Void> done : threads.invokeAll(tasks)) {
          done.get();
        }
      }
    }
  }
}
