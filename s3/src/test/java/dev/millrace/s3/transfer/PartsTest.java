package dev.millrace.s3.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.ByteRange;
import dev.millrace.s3.checksum.Crc;
import dev.millrace.s3.checksum.CrcAlgorithm;
import dev.millrace.s3.checksum.RunningCrc;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PartsTest {
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final long MIB = 1 << 20;

  private final AtomicLong clock = new AtomicLong();

  private Parts parts(boolean stealing, ByteRange... missing) {
    return new Parts(List.of(missing), List.of(), null, stealing, clock::get);
  }

  private static List<ByteRange> all(Parts parts, int count) throws InterruptedException {
    List<ByteRange> ranges = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Part next = parts.next();
      assertThat(next).isNotNull();
      ranges.add(next.rest());
    }
    return ranges;
  }

  private static Part next(Parts parts) throws InterruptedException {
    Part next = parts.next();
    assertThat(next).isNotNull();
    return next;
  }

  @Test
  void the_whole_is_divided_into_equal_parts() throws InterruptedException {
    Parts parts = parts(true, new ByteRange(0, 12 * MIB));
    parts.divide(3, MIB);
    assertThat(all(parts, 3))
        .containsExactlyInAnyOrder(
            new ByteRange(0, 4 * MIB),
            new ByteRange(4 * MIB, 4 * MIB),
            new ByteRange(8 * MIB, 4 * MIB));
  }

  @Test
  void no_part_is_smaller_than_is_worth_while() throws InterruptedException {
    Parts parts = parts(true, new ByteRange(0, 12 * MIB));
    parts.divide(32, 4 * MIB);
    assertThat(all(parts, 3)).allMatch(range -> range.length() == 4 * MIB);
  }

  @Test
  void of_several_ranges_the_longest_is_divided() throws InterruptedException {
    Parts parts = parts(true, new ByteRange(0, 2 * MIB), new ByteRange(10 * MIB, 8 * MIB));
    parts.divide(3, MIB);
    assertThat(all(parts, 3))
        .containsExactlyInAnyOrder(
            new ByteRange(0, 2 * MIB),
            new ByteRange(10 * MIB, 4 * MIB),
            new ByteRange(14 * MIB, 4 * MIB));
  }

  @Test
  void the_first_part_begins_where_the_first_body_does() {
    Parts parts = parts(true, new ByteRange(5, 12 * MIB));
    Part first = parts.first();
    parts.divide(4, MIB);
    assertThat(first.rest().offset()).isEqualTo(5);
    assertThat(first.isTaken()).isTrue();
  }

  @Test
  void who_is_done_takes_over_from_the_slowest_so_that_both_finish_together()
      throws InterruptedException {
    Parts parts = parts(true, new ByteRange(0, 30 * MIB));
    Part slow = parts.first();
    parts.divide(3, MIB);
    Part fast = next(parts);
    Part done = next(parts);
    slow.claim((int) MIB);
    fast.claim((int) (3 * MIB));
    parts.sample(Duration.ofSeconds(1));
    done.claim((int) (10 * MIB));
    // Of 9 MiB, the slow one at 1 MiB/s keeps a third, where a new one is expected to bring 2.
    Part stolen = next(parts);
    assertThat(stolen.rest().offset()).isBetween(4 * MIB - 1, 4 * MIB + 1);
    assertThat(stolen.rest().length()).isBetween(6 * MIB - 1, 6 * MIB + 1);
    assertThat(slow.rest().length()).isBetween(3 * MIB - 1, 3 * MIB + 1);
    assertThat(fast.rest().length()).isEqualTo(7 * MIB);
  }

  @Test
  void all_of_a_stalled_part_is_taken_over() throws InterruptedException {
    Parts parts = parts(true, new ByteRange(0, 1000));
    Part stalled = parts.first();
    stalled.claim(100);
    clock.addAndGet(Part.STALL.toNanos() + 1);
    assertThat(next(parts).rest()).isEqualTo(new ByteRange(100, 900));
    assertThat(stalled.isFetched()).isTrue();
  }

  @Test
  @Timeout(60)
  void nothing_is_taken_over_where_that_is_not_wanted() throws Exception {
    Parts parts = parts(false, new ByteRange(0, 30 * MIB));
    Part slow = parts.first();
    slow.claim((int) MIB);
    parts.sample(LOOK);
    clock.addAndGet(Part.STALL.toNanos() + 1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> idle = threads.submit(() -> parts.next() == null);
      slow.claim((int) (29 * MIB));
      assertThat(idle.get()).isTrue();
    }
  }

  @Test
  @Timeout(60)
  void whoever_waits_is_woken_by_the_end() throws Exception {
    Parts parts = parts(false, new ByteRange(0, MIB));
    AtomicBoolean woken = new AtomicBoolean();
    parts.first().awaits(() -> woken.set(true));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> idle = threads.submit(() -> parts.next() == null);
      Future<Boolean> watcher = threads.submit(() -> parts.awaitFetched(Duration.ofSeconds(50)));
      Future<Boolean> pausing =
          threads.submit(() -> {
            parts.rest(Duration.ofSeconds(50));
            return true;
          });
      parts.stop();
      assertThat(idle.get()).isTrue();
      assertThat(watcher.get()).isTrue();
      assertThat(pausing.get()).isTrue();
    }
    assertThat(woken).isTrue();
    assertThat(parts.isStopped()).isTrue();
  }

  @Test
  void what_is_kept_counts_among_the_pieces() {
    Piece kept = new Piece(0, 500, null);
    Parts parts =
        new Parts(List.of(new ByteRange(500, 500)), List.of(kept), null, true, clock::get);
    Part first = parts.first();
    first.wrote(ByteBuffer.allocate(first.claim(20)));
    assertThat(parts.pieces()).containsExactly(kept, new Piece(500, 20, null));
    assertThat(parts.written()).isEqualTo(520);
  }

  /// One thread, so that what fails can be seen again: any claims and cuts in any order.
  @Property
  void whatever_is_cut_when_every_byte_has_one_part(
      @ForAll @Size(max = 200) List<@IntRange(max = 100) Integer> claims,
      @ForAll @Size(max = 200) List<@DoubleRange(min = 0, max = 1) Double> shares) {
    Part whole = new Part(new ByteRange(0, 5000), null, clock::get);
    List<Part> parts = new ArrayList<>(List.of(whole));
    int[] writers = new int[5000];
    Random random = new Random(claims.hashCode());
    for (int i = 0; i < Math.max(claims.size(), shares.size()); i++) {
      if (i < claims.size()) {
        write(parts.get(random.nextInt(parts.size())), claims.get(i), writers);
      }
      if (i < shares.size()) {
        Part cut = parts.get(random.nextInt(parts.size())).cut(shares.get(i), 0);
        if (cut != null) {
          parts.add(cut);
        }
      }
    }
    parts.forEach(part -> write(part, 5000, writers));
    assertThat(writers).containsOnly(1);
  }

  private static void write(Part part, int count, int[] writers) {
    int offset = (int) part.rest().offset();
    for (int left = part.claim(count); left > 0; left--) {
      writers[offset++]++;
    }
  }

  /// Threads that receive different amounts, pause, and give up in the middle, while others take
  /// over from them.
  @Property(tries = 40)
  void whatever_threads_do_every_byte_is_written_once_and_the_crcs_make_that_of_the_whole(
      @ForAll @IntRange(min = 1, max = 8) int threads,
      @ForAll @IntRange(min = 1, max = 3_000_000) int size,
      @ForAll @IntRange(min = 1, max = 4) int division,
      @ForAll long seed)
      throws Exception {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    AtomicIntegerArray writers = new AtomicIntegerArray(size);
    Parts parts =
        new Parts(
            List.of(new ByteRange(0, size)), List.of(), CrcAlgorithm.CRC64NVME, true, clock::get);
    parts.divide(division, 1000);
    List<Callable<Void>> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Random random = new Random(seed + i);
      workers.add(() -> {
        for (Part part = parts.next(); part != null; part = parts.next()) {
          receive(part, bytes, writers, random);
        }
        return null;
      });
    }
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Future<Void>> ends = workers.stream().map(executor::submit).toList();
      while (!parts.awaitFetched(Duration.ofMillis(1))) {
        parts.sample(Duration.ofMillis(1));
        clock.addAndGet(Duration.ofMillis(300).toNanos());
      }
      for (Future<Void> end : ends) {
        end.get();
      }
    }
    for (int i = 0; i < size; i++) {
      assertThat(writers.get(i)).isEqualTo(1);
    }
    assertThat(joined(parts.pieces())).isEqualTo(crc(bytes));
  }

  private static void receive(Part part, byte[] bytes, AtomicIntegerArray writers, Random random) {
    while (!part.isFetched()) {
      int offset = (int) part.rest().offset();
      int count = part.claim(1 + random.nextInt(1 << (1 + random.nextInt(17))));
      for (int i = offset; i < offset + count; i++) {
        writers.getAndIncrement(i);
      }
      part.wrote(ByteBuffer.wrap(bytes, offset, count));
    }
  }

  private static Crc joined(List<Piece> pieces) {
    Crc whole = Crc.ofNothing(CrcAlgorithm.CRC64NVME);
    long at = 0;
    for (Piece piece : pieces) {
      assertThat(piece.offset()).isEqualTo(at);
      assertThat(piece.crc()).isNotNull();
      whole = whole.then(piece.crc());
      at = piece.end();
    }
    return whole;
  }

  private static Crc crc(byte[] bytes) {
    RunningCrc crc = CrcAlgorithm.CRC64NVME.start();
    crc.update(bytes, 0, bytes.length);
    return crc.crc();
  }
}
