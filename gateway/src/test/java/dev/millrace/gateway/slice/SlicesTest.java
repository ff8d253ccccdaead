package dev.millrace.gateway.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.s3.ObjectFacts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlicesTest {
  private static final int SIZE = 100_000;
  private static final long MEMORY = StoredSlices.leastBytes(SIZE);
  private static final ObjectName OBJECT = new ObjectName("b", "k");

  private final byte[] content = new byte[250_000];
  private final ObjectFacts facts =
      new ObjectFacts(content.length, "\"1\"", Instant.EPOCH, Map.of());

  SlicesTest() {
    new Random(1).nextBytes(content);
  }

  @Property(tries = 200)
  void any_run_of_bytes_of_a_slice_reads_as_the_object_does(
      @ForAll @IntRange(max = 2) int index,
      @ForAll @IntRange(max = 99_999) int a,
      @ForAll @IntRange(max = 99_999) int b)
      throws IOException {
    Slice slice = slices(whole()).open(OBJECT, facts, index).slice();
    int from = Math.min(Math.min(a, b), slice.length());
    int to = Math.min(Math.max(a, b), slice.length());
    int start = index * SIZE;
    assertThat(read(slice, from, to))
        .isEqualTo(Arrays.copyOfRange(content, start + from, start + to));
  }

  @Test
  void a_thousand_who_miss_one_slice_cause_one_fetch() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger fetches = new AtomicInteger();
    Slices slices =
        slices((offset, length) -> {
          fetches.incrementAndGet();
          await(gate);
          return stream(offset, length);
        });
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<byte[]>> readers = new ArrayList<>();
      CountDownLatch asked = new CountDownLatch(1000);
      for (int i = 0; i < 1000; i++) {
        readers.add(
            executor.submit(() -> {
              Slice slice = slices.open(OBJECT, facts, 1).slice();
              asked.countDown();
              return read(slice, 0, SIZE);
            }));
      }
      asked.await();
      gate.countDown();
      for (Future<byte[]> reader : readers) {
        assertThat(reader.get()).isEqualTo(Arrays.copyOfRange(content, SIZE, 2 * SIZE));
      }
    }
    read(slices.open(OBJECT, facts, 1).slice(), 0, SIZE);
    assertThat(fetches).hasValue(1);
  }

  @Test
  void bytes_reach_readers_before_the_slice_is_complete() throws Exception {
    CountDownLatch rest = new CountDownLatch(1);
    Slices slices =
        slices((offset, _) ->
            new SequenceInputStream(
                stream(offset, 1000),
                new InputStream() {
                  private final InputStream in = stream(offset + 1000, SIZE - 1000);

                  @Override
                  public int read() throws IOException {
                    throw new IOException("not used");
                  }

                  @Override
                  public int read(byte[] bytes, int off, int len) throws IOException {
                    await(rest);
                    return in.read(bytes, off, len);
                  }
                }));
    Slice slice = slices.open(OBJECT, facts, 0).slice();
    assertThat(read(slice, 0, 1000)).isEqualTo(Arrays.copyOfRange(content, 0, 1000));
    assertThat(((FetchedSlice) slice).isComplete()).isFalse();
    assertThat(slices.open(OBJECT, facts, 0).source()).isEqualTo(Source.FLIGHT);
    rest.countDown();
    assertThat(read(slice, 0, SIZE)).isEqualTo(Arrays.copyOfRange(content, 0, SIZE));
  }

  @Test
  void a_fetch_that_breaks_goes_on_from_the_last_byte() throws Exception {
    ConcurrentLinkedQueue<Long> offsets = new ConcurrentLinkedQueue<>();
    Slices slices =
        slices((offset, length) -> {
          offsets.add(offset);
          return stream(offset, Math.min(length, 60_000));
        });
    assertThat(read(slices.open(OBJECT, facts, 0).slice(), 0, SIZE))
        .isEqualTo(Arrays.copyOfRange(content, 0, SIZE));
    assertThat(offsets).containsExactly(0L, 60_000L);
  }

  @Test
  void all_who_wait_hear_of_a_failure_and_the_next_request_starts_anew() throws Exception {
    AtomicInteger fetches = new AtomicInteger();
    Slices slices =
        slices((offset, length) -> {
          if (fetches.incrementAndGet() <= 3) {
            throw new IOException("reset");
          }
          return stream(offset, length);
        });
    Slice failed = slices.open(OBJECT, facts, 0).slice();
    assertThatThrownBy(() -> failed.await(0))
        .isInstanceOfSatisfying(
            OriginException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE));
    Slice next;
    do {
      next = slices.open(OBJECT, facts, 0).slice();
    } while (next.equals(failed));
    assertThat(read(next, 0, SIZE)).isEqualTo(Arrays.copyOfRange(content, 0, SIZE));
  }

  @Test
  void a_changed_object_is_not_asked_for_again() {
    AtomicInteger fetches = new AtomicInteger();
    Slices slices =
        slices((_, _) -> {
          fetches.incrementAndGet();
          throw new OriginException(Reason.CHANGED, "changed", null);
        });
    Slice slice = slices.open(OBJECT, facts, 0).slice();
    assertThatThrownBy(() -> slice.await(0)).isInstanceOf(OriginException.class);
    assertThat(fetches).hasValue(1);
  }

  @Test
  void slices_of_two_versions_are_two_slices() throws Exception {
    Slices slices = slices(whole());
    read(slices.open(OBJECT, facts, 0).slice(), 0, SIZE);
    ObjectFacts newer = new ObjectFacts(content.length, "\"2\"", Instant.EPOCH, Map.of());
    assertThat(slices.open(OBJECT, newer, 0).source()).isEqualTo(Source.ORIGIN);
  }

  @Test
  void a_slice_that_was_held_is_read_from_memory() throws Exception {
    Slices slices = slices(whole());
    awaitHeld(slices, OBJECT);
    assertThat(read(slices.open(OBJECT, facts, 0).slice(), 70_001, SIZE))
        .isEqualTo(Arrays.copyOfRange(content, 70_001, SIZE));
  }

  @Test
  void a_slice_that_is_evicted_while_it_is_read_says_how_far_it_came() throws Exception {
    try (StoredSlices memory = StoredSlices.inMemory(MEMORY, SIZE)) {
      Slices slices = slices(whole(), memory);
      awaitHeld(slices, OBJECT);
      Slice slice = slices.open(OBJECT, facts, 0).slice();
      OutputStream evicting =
          new OutputStream() {
            @Override
            public void write(int b) throws IOException {
              throw new IOException("not used");
            }

            @Override
            public void write(byte[] bytes, int off, int len) throws IOException {
              for (int key = 0;
                  memory.has(new SliceKey(OBJECT, facts.etag(), 0, 0), slice.length());
                  key++) {
                awaitHeld(slices, new ObjectName("b", "other" + key));
              }
            }
          };
      int reached = slice.writeTo(evicting, 0, SIZE);
      assertThat(reached).isBetween(1, SIZE - 1);
      assertThat(slices.open(OBJECT, facts, 0).source()).isEqualTo(Source.ORIGIN);
    }
  }

  @Test
  void memory_stays_within_its_bytes() throws Exception {
    try (StoredSlices memory = StoredSlices.inMemory(MEMORY, SIZE)) {
      Slices slices = slices(whole(), memory);
      for (int key = 0; key < 50; key++) {
        awaitHeld(slices, new ObjectName("b", "k" + key));
        assertThat(memory.stats().memory().bytes()).isLessThanOrEqualTo(MEMORY);
      }
      assertThat(memory.stats().memory().evicted()).isPositive();
    }
  }

  @Test
  void small_slices_count_with_what_holds_them() throws Exception {
    try (StoredSlices stored = StoredSlices.inMemory(MEMORY, SIZE)) {
      for (int index = 0; index < 100_000; index++) {
        FetchedSlice small = new FetchedSlice(1);
        small.fill(new ByteArrayInputStream(content));
        stored.put(new SliceKey(OBJECT, facts.etag(), index, 0), small);
      }
      assertThat(stored.stats().memory().bytes()).isLessThanOrEqualTo(MEMORY);
      assertThat(stored.stats().memory().evicted()).isPositive();
    }
  }

  @Test
  void what_leaves_memory_is_read_from_the_ssd(@TempDir Path folder, @TempDir Path state)
      throws Exception {
    int size = 64 << 20;
    ObjectName[] objects = new ObjectName[200];
    Arrays.setAll(objects, i -> new ObjectName("b", "k" + i));
    AtomicInteger fetches = new AtomicInteger();
    Read counted =
        (offset, length) -> {
          fetches.incrementAndGet();
          return stream(offset, length);
        };
    try (StoredSlices stored = StoredSlices.onSsd(MEMORY, folder, size, SIZE, null, state)) {
      Slices slices = slices(counted, stored);
      // Asked for often enough that it is kept when it leaves memory.
      for (int round = 0; round < 3; round++) {
        for (ObjectName object : objects) {
          awaitHeld(slices, object);
        }
      }
    }
    try (StoredSlices stored = StoredSlices.onSsd(MEMORY, folder, size, SIZE, null, state)) {
      Slices slices = slices(counted, stored);
      int fetched = fetches.get();
      int fromSsd = 0;
      for (ObjectName object : objects) {
        Found found = slices.open(object, facts, 0);
        assertThat(read(found.slice(), 0, SIZE)).isEqualTo(Arrays.copyOf(content, SIZE));
        fromSsd += found.source() == Source.SSD ? 1 : 0;
      }
      assertThat(fromSsd).isGreaterThan(objects.length / 2);
      assertThat(fetches.get() - fetched).isEqualTo(objects.length - fromSsd);
    }
  }

  @Test
  void after_it_is_closed_slices_come_from_the_origin() throws Exception {
    Slices slices = slices(whole());
    awaitHeld(slices, OBJECT);
    slices.close();
    assertThat(slices.open(OBJECT, facts, 0).source()).isEqualTo(Source.ORIGIN);
    assertThat(read(slices.open(OBJECT, facts, 0).slice(), 0, SIZE))
        .isEqualTo(Arrays.copyOfRange(content, 0, SIZE));
  }

  /// Reads the first slice of an object, and again until it comes from memory.
  private void awaitHeld(Slices slices, ObjectName object) throws IOException {
    while (slices.open(object, facts, 0).source() != Source.MEMORY) {
      read(slices.open(object, facts, 0).slice(), 0, SIZE);
      Thread.onSpinWait();
    }
  }

  interface Read {
    InputStream open(long offset, long length) throws IOException;
  }

  private Slices slices(Read read) {
    return slices(read, StoredSlices.inMemory(10_000_000, SIZE));
  }

  static Slices slices(Read read, StoredSlices memory) {
    Origin origin =
        new Origin() {
          @Override
          public ObjectFacts facts(ObjectName name) throws IOException {
            throw new IOException("not used");
          }

          @Override
          public InputStream open(ObjectName name, String etag, long offset, long length)
              throws IOException {
            return read.open(offset, length);
          }

          @Override
          public byte[] list(String bucket, SequencedMap<String, String> query) {
            return new byte[0];
          }

          @Override
          public void probe() {}
        };
    return new Slices(origin, memory, new Retry(3, _ -> {}), SIZE, 64);
  }

  private Read whole() {
    return this::stream;
  }

  private InputStream stream(long offset, long length) {
    return new ByteArrayInputStream(content, (int) offset, (int) length);
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  static byte[] read(Slice slice, int from, int to) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    slice.writeTo(out, from, to);
    return out.toByteArray();
  }
}
