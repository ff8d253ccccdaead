package dev.millrace.seal;

import static dev.millrace.seal.Samples.BINDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.millrace.seal.SealException.Reason;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Containers of someone who has the key and lies: each segment authenticates, and what is in them
/// contradicts itself. They are refused, and take no more memory than an honest one.
@Timeout(60)
final class LyingContainersTest {
  private static final Opener OPENER = new Opener(new BareKeys());
  private static final int ROOM = 20_000;
  private static final long MOST_ALLOCATED = 1 << 20;

  @ParameterizedTest
  @MethodSource("dev.millrace.seal.Lies#seenByAll")
  void a_lie_is_seen_in_every_way_of_opening(Lies.Lie lie) {
    assertSeen(lie, EnumSet.allOf(Way.class));
  }

  /// Whoever reads all blocks in their order needs no index and looks at nothing of it but its end.
  @ParameterizedTest
  @MethodSource("dev.millrace.seal.Lies#aboutTheIndex")
  void a_lie_about_the_index_is_seen_by_those_who_use_it(Lies.Lie lie) {
    assertSeen(lie, EnumSet.of(Way.ARRAY, Way.READER));
  }

  @ParameterizedTest
  @MethodSource("dev.millrace.seal.Lies#aboutTheOrder")
  void a_lie_about_the_order_is_seen_by_those_who_read_in_order(Lies.Lie lie) {
    assertSeen(lie, EnumSet.of(Way.STREAM, Way.HEAP, Way.LONGS, Way.NATIVE));
  }

  @ParameterizedTest
  @ValueSource(ints = {Forger.ZSTD, Forger.LZ4})
  void an_honest_container_of_the_forger_opens(int codec) throws IOException {
    byte[] block = Arrays.copyOf(Samples.bytes(4000), 4096);
    byte[] sealed = Forger.small(codec).seal(Inner.honest(codec, block));
    for (Way way : Way.values()) {
      assertThat(way.open(OPENER, sealed, BINDING, ROOM)).isEqualTo(block);
    }
  }

  /// A million bytes and more in less than 4 KiB, said to be 4 KiB. Whatever is written behind them
  /// is found.
  @ParameterizedTest
  @ValueSource(ints = {Forger.ZSTD, Forger.LZ4})
  void a_block_is_decompressed_to_the_size_it_says_and_no_further(int codec) {
    int size = codec == Forger.ZSTD ? 16 << 20 : 1_000_000;
    byte[] bomb = Inner.compress(codec, new byte[size]);
    assertThat(bomb.length).isLessThan(4096);
    byte[] inner =
        new Inner().block(bomb, 4096).page(bomb.length).end(4096, 8 + bomb.length).done();
    byte[] sealed = Forger.small(codec).seal(inner);
    for (Way way : Way.values()) {
      assertThatThrownBy(() -> way.open(OPENER, sealed, BINDING, 4096))
          .isInstanceOfSatisfying(
              SealException.class, e -> assertThat(e.reason()).isEqualTo(Reason.MALFORMED));
    }
  }

  @Test
  void a_total_is_not_believed_beyond_what_is_allowed() {
    byte[] inner = new Inner().stored(new byte[4096]).page(4096).end(4096 * 4096L, 4104).done();
    byte[] sealed = Forger.small(Forger.ZSTD).seal(inner);
    for (Way way : Set.of(Way.ARRAY, Way.READER)) {
      assertThatThrownBy(() -> way.open(OPENER, sealed, BINDING, ROOM))
          .isInstanceOf(SealException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lz4", "zstd:1"})
  void nothing_is_decompressed_before_all_its_segments_are_authentic(String compression)
      throws IOException {
    SealConfig config = Samples.small(compression).withBlockSize(1 << 16);
    byte[] content = Samples.bytes(1 << 16);
    byte[] sealed = new Sealer(config, new BareKeys()).seal(content, BINDING);
    assertThat(sealed.length).isGreaterThan(5 * 4096);
    for (int at = 200; at < 4 * 4096; at += 500) {
      byte[] broken = sealed.clone();
      broken[at] ^= 1;
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment to = arena.allocate(content.length).fill((byte) 0x5A);
        assertThatThrownBy(() -> OPENER.open(MemorySegment.ofArray(broken), to, BINDING))
            .isInstanceOf(SealException.class);
        Way.assertUntouched(to);
        assertThat(to.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 0x5A);
      }
    }
  }

  static Stream<Lies.Lie> lies() {
    return Lies.all();
  }

  @ParameterizedTest
  @MethodSource("lies")
  void no_lie_takes_memory(Lies.Lie lie) {
    byte[] sealed = Forger.small(lie.codec()).seal(lie.inner());
    for (Way way : Way.values()) {
      outcome(way, sealed);
      long direct = direct();
      long before = allocated();
      outcome(way, sealed);
      assertThat(allocated() - before).as("%s: %s", way, lie).isLessThan(MOST_ALLOCATED);
      assertThat(direct() - direct).as("%s: %s, off the heap", way, lie).isLessThan(MOST_ALLOCATED);
    }
  }

  /// An index may be as large as the container that has it, and is looked at when it is decrypted.
  @Test
  void an_index_takes_no_more_memory_than_the_bytes_that_are_there() {
    byte[] inner = new byte[3 << 20];
    byte[] sealed = Forger.small(Forger.ZSTD).seal(inner);
    for (Way way : Set.of(Way.ARRAY, Way.READER)) {
      outcome(way, sealed);
      long before = allocated();
      assertThat(outcome(way, sealed)).isEqualTo(Reason.MALFORMED);
      assertThat(allocated() - before).isLessThan(2L * inner.length);
    }
  }

  private static void assertSeen(Lies.Lie lie, Set<Way> by) {
    byte[] sealed = Forger.small(lie.codec()).seal(lie.inner());
    for (Way way : Way.values()) {
      Object outcome = outcome(way, sealed);
      if (by.contains(way)) {
        assertThat(outcome).as("%s: %s", way, lie).isIn(Reason.MALFORMED, Reason.TOO_LARGE);
      }
    }
  }

  /// Bytes, or why there are none; any other failure is handed on.
  private static Object outcome(Way way, byte[] sealed) {
    try {
      return way.open(OPENER, sealed, BINDING, ROOM);
    } catch (SealException e) {
      return e.reason();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  private static long direct() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
