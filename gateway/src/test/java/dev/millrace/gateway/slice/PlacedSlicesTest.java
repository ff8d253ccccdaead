package dev.millrace.gateway.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.gateway.slice.Peer.RefusedException;
import dev.millrace.gateway.slice.ScriptedPeer.Answer;
import dev.millrace.gateway.slice.ScriptedPeer.HeldStream;
import dev.millrace.gateway.slice.ScriptedPeer.SilentStream;
import dev.millrace.gateway.slice.SlicesTest.Read;
import dev.millrace.s3.ObjectFacts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PlacedSlicesTest {
  private static final int SIZE = 100_000;
  private static final ObjectName OBJECT = new ObjectName("b", "k");

  private final byte[] content = new byte[250_000];
  private final ObjectFacts facts =
      new ObjectFacts(content.length, "\"1\"", Instant.EPOCH, Map.of());

  /// `OFFSET+LENGTH` of what the origin was asked for.
  private final List<String> fetches = Collections.synchronizedList(new ArrayList<>());

  /// In the order in which they are asked.
  private final List<ScriptedPeer> ranking = new CopyOnWriteArrayList<>();

  PlacedSlicesTest() {
    new Random(1).nextBytes(content);
  }

  @Test
  void a_peer_that_is_silent_and_there_is_asked_again_from_where_it_stopped() throws Exception {
    ScriptedPeer owner = peer(true, silentAfter(0), silentAfter(1000), this::rest);
    assertThat(read(placed(), 0)).isEqualTo(part(0));
    assertThat(owner.asked()).containsExactly(0, 0, 1000);
    assertThat(fetches).isEmpty();
  }

  @Test
  void where_peers_go_in_the_middle_the_next_goes_on_there_and_then_the_origin() throws Exception {
    ScriptedPeer owner = peer(false, brokenAfter(30_000));
    ScriptedPeer fallback = peer(false, brokenAfter(30_000));
    Found found = placed().open(OBJECT, facts, 1);
    assertThat(SlicesTest.read(found.slice(), 0, SIZE)).isEqualTo(part(1));
    assertThat(found.source()).isEqualTo(Source.PEER);
    assertThat(owner.asked()).containsExactly(0);
    assertThat(fallback.asked()).containsExactly(30_000);
    assertThat(fetches).containsExactly("100000+100000");
  }

  @Test
  void a_peer_that_refuses_leads_to_the_origin_at_once() throws Exception {
    ScriptedPeer owner = peer(true, PlacedSlicesTest::refusal);
    ScriptedPeer fallback = peer(true);
    Found found = placed().open(OBJECT, facts, 0);
    assertThat(SlicesTest.read(found.slice(), 0, SIZE)).isEqualTo(part(0));
    assertThat(found.source()).isEqualTo(Source.ORIGIN);
    assertThat(owner.asked()).containsExactly(0);
    assertThat(fallback.asked()).isEmpty();
    assertThat(fetches).containsExactly("0+100000");
  }

  @Test
  void no_more_than_two_peers_are_asked() throws Exception {
    ScriptedPeer owner = peer(false, PlacedSlicesTest::unreachable);
    ScriptedPeer fallback = peer(false, PlacedSlicesTest::unreachable);
    ScriptedPeer third = peer(true);
    assertThat(read(placed(), 0)).isEqualTo(part(0));
    assertThat(owner.asked()).containsExactly(0);
    assertThat(fallback.asked()).containsExactly(0);
    assertThat(third.asked()).isEmpty();
    assertThat(fetches).hasSize(1);
  }

  @Test
  void a_peer_that_is_there_and_brings_nothing_four_times_is_given_up_for_the_origin()
      throws Exception {
    Answer silent = silentAfter(0);
    ScriptedPeer owner = peer(true, brokenAfter(10), silent, silent, brokenAfter(0), silent);
    ScriptedPeer fallback = peer(true);
    assertThat(read(placed(), 0)).isEqualTo(part(0));
    assertThat(owner.asked()).containsExactly(0, 10, 10, 10, 10);
    assertThat(fallback.asked()).isEmpty();
    assertThat(fetches).containsExactly("0+100000");
  }

  @Test
  void a_peer_that_breaks_off_with_bytes_every_time_is_asked_on() throws Exception {
    ScriptedPeer owner = peer(true, brokenAfter(10), brokenAfter(10), brokenAfter(10), this::rest);
    assertThat(read(placed(), 0)).isEqualTo(part(0));
    assertThat(owner.asked()).containsExactly(0, 10, 20, 30);
    assertThat(fetches).isEmpty();
  }

  @Test
  void what_a_peer_gave_is_kept_from_its_third_fetch_within_a_minute() throws Exception {
    ScriptedPeer owner = peer(true, times(5, this::rest));
    PlacedSlices placed = placed();
    Source source;
    do {
      Found found = placed.open(OBJECT, facts, 0);
      assertThat(SlicesTest.read(found.slice(), 0, SIZE)).isEqualTo(part(0));
      source = found.source();
    } while (source != Source.MEMORY);
    // Two more where the minute ended meanwhile.
    assertThat(owner.asked()).hasSizeBetween(3, 5).containsOnly(0);
    assertThat(fetches).isEmpty();
  }

  @Test
  void what_came_from_the_origin_is_kept() throws Exception {
    peer(false, PlacedSlicesTest::unreachable);
    PlacedSlices placed = placed();
    while (placed.open(OBJECT, facts, 0).source() != Source.MEMORY) {
      assertThat(read(placed, 0)).isEqualTo(part(0));
    }
    assertThat(fetches).containsExactly("0+100000");
  }

  @Test
  void a_slice_that_is_on_the_ssd_here_is_not_asked_for_elsewhere(@TempDir Path folder)
      throws Exception {
    ObjectName[] objects = new ObjectName[100];
    Arrays.setAll(objects, i -> new ObjectName("b", "k" + i));
    try (StoredSlices stored = ssd(folder)) {
      Slices here = SlicesTest.slices(this::fetch, stored);
      // Asked for often enough that it is kept when it leaves memory.
      for (int round = 0; round < 3; round++) {
        for (ObjectName object : objects) {
          while (here.open(object, facts, 0).source() != Source.MEMORY) {
            SlicesTest.read(here.open(object, facts, 0).slice(), 0, SIZE);
          }
        }
      }
    }
    fetches.clear();
    ScriptedPeer owner = peer(true, times(objects.length, this::rest));
    try (StoredSlices stored = ssd(folder)) {
      PlacedSlices placed = placed(stored, 64);
      int onSsd = 0;
      for (ObjectName object : objects) {
        Found found = placed.open(object, facts, 0);
        assertThat(SlicesTest.read(found.slice(), 0, SIZE)).isEqualTo(part(0));
        onSsd += found.source() == Source.SSD ? 1 : 0;
      }
      assertThat(onSsd).isPositive();
      assertThat(owner.asked()).hasSize(objects.length - onSsd);
      assertThat(fetches).isEmpty();
    }
  }

  @Test
  void a_failure_of_the_origin_after_the_peers_is_that_of_the_client() throws Exception {
    peer(false, brokenAfter(1000));
    PlacedSlices placed =
        placed(
            (_, _) -> {
              throw new OriginException(Reason.CHANGED, "changed", null);
            },
            memory(),
            64);
    Slice slice = placed.open(OBJECT, facts, 0).slice();
    assertThat(SlicesTest.read(slice, 0, 1000)).isEqualTo(Arrays.copyOf(content, 1000));
    assertThatThrownBy(() -> slice.await(1000))
        .isInstanceOfSatisfying(
            OriginException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CHANGED));
  }

  @Test
  void what_arrives_from_peers_holds_up_no_fetch_from_the_origin() throws Exception {
    CountDownLatch busy = new CountDownLatch(2);
    CountDownLatch all = new CountDownLatch(20);
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger arriving = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    peer(
        true,
        times(
            20,
            (at, left) -> {
              all.countDown();
              return new HeldStream(
                  () -> {
                    most.accumulateAndGet(arriving.incrementAndGet(), Math::max);
                    busy.countDown();
                    await(gate);
                    arriving.decrementAndGet();
                  },
                  rest(at, left));
            }));
    PlacedSlices placed = placed(memory(), 2);
    List<Slice> waiting = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      waiting.add(placed.open(new ObjectName("b", "k" + i), facts, 0).slice());
    }
    busy.await();
    ScriptedPeer owner = ranking.getFirst();
    all.await();
    ranking.remove(owner);
    assertThat(read(placed, 1)).isEqualTo(part(1));
    ranking.add(owner);
    gate.countDown();
    for (Slice slice : waiting) {
      assertThat(SlicesTest.read(slice, 0, SIZE)).isEqualTo(part(0));
    }
    assertThat(most).hasValue(2);
  }

  @Test
  void who_waits_for_the_first_byte_holds_up_nobody() throws Exception {
    CountDownLatch busy = new CountDownLatch(20);
    CountDownLatch gate = new CountDownLatch(1);
    Answer late =
        (at, left) -> {
          busy.countDown();
          await(gate);
          return rest(at, left);
        };
    Answer[] answers = times(21, late);
    answers[20] = this::rest;
    peer(true, answers);
    PlacedSlices placed = placed(memory(), 1);
    List<Slice> waiting = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      waiting.add(placed.open(new ObjectName("b", "k" + i), facts, 0).slice());
    }
    busy.await();
    assertThat(read(placed, 1)).isEqualTo(part(1));
    gate.countDown();
    for (Slice slice : waiting) {
      assertThat(SlicesTest.read(slice, 0, SIZE)).isEqualTo(part(0));
    }
    assertThat(fetches).isEmpty();
  }

  @Property(tries = 200)
  void wherever_peers_stop_the_bytes_are_those_of_the_object(
      @ForAll @IntRange(max = 2) int index,
      @ForAll @IntRange(max = SIZE) int a,
      @ForAll @IntRange(max = SIZE) int b)
      throws IOException {
    byte[] wanted = part(index);
    int first = Math.min(a, wanted.length);
    int second = Math.min(b, wanted.length - first);
    ranking.clear();
    peer(false, brokenAfter(first));
    peer(false, brokenAfter(second));
    assertThat(read(placed(), index)).isEqualTo(wanted);
  }

  private InputStream rest(int offset, int length) {
    return new ByteArrayInputStream(content, offset, length);
  }

  private static Answer[] times(int count, Answer answer) {
    return Collections.nCopies(count, answer).toArray(Answer[]::new);
  }

  private Answer brokenAfter(int count) {
    return (offset, length) -> rest(offset, Math.min(count, length));
  }

  private Answer silentAfter(int count) {
    return (offset, length) -> new SequenceInputStream(rest(offset, count), new SilentStream());
  }

  private static InputStream refusal(int offset, int length) throws IOException {
    throw new RefusedException("refused from " + offset + "+" + length, new IOException("400"));
  }

  private static InputStream unreachable(int offset, int length) throws IOException {
    throw new ConnectException("refused from " + offset + "+" + length);
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /// Adds a peer to the ranking.
  ///
  /// @param isThere what it says when it is asked whether it is there
  private ScriptedPeer peer(boolean isThere, Answer... answers) {
    ScriptedPeer peer = new ScriptedPeer(isThere, answers);
    ranking.add(peer);
    return peer;
  }

  private PlacedSlices placed() {
    return placed(memory(), 64);
  }

  private PlacedSlices placed(StoredSlices stored, int permits) {
    return placed(this::fetch, stored, permits);
  }

  private PlacedSlices placed(Read origin, StoredSlices stored, int permits) {
    Slices here = SlicesTest.slices(origin, stored);
    return new PlacedSlices(here, stored, this::firstAvailable, permits);
  }

  private @Nullable Peer firstAvailable(SliceKey key) {
    return ranking.stream().filter(ScriptedPeer::isAvailable).findFirst().orElse(null);
  }

  private InputStream fetch(long offset, long length) {
    fetches.add(offset + "+" + length);
    return rest((int) offset, (int) length);
  }

  private static StoredSlices memory() {
    return StoredSlices.inMemory(10_000_000, SIZE);
  }

  private static StoredSlices ssd(Path folder) throws IOException {
    return StoredSlices.onSsd(
        StoredSlices.leastBytes(SIZE),
        folder.resolve("ssd"),
        64 << 20,
        SIZE,
        null,
        folder.resolve("purges"));
  }

  private byte[] part(int index) {
    return Arrays.copyOfRange(content, index * SIZE, Math.min(content.length, (index + 1) * SIZE));
  }

  /// All of a slice.
  private byte[] read(PlacedSlices placed, int index) throws IOException {
    Slice slice = placed.open(OBJECT, facts, index).slice();
    return SlicesTest.read(slice, 0, slice.length());
  }
}
