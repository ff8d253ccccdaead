package dev.millrace.seal;

import static dev.millrace.seal.Samples.BINDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.seal.SealException.Reason;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// Memory that is given is used as Java would let it be used, although libraries of C write to it.
@ParameterizedClass
@ValueSource(strings = {"none", "lz4", "zstd:1"})
final class MemoryTest {
  private static final Keyring KEYS = Samples.newKeys();
  private static final Opener OPENER = new Opener(KEYS);
  private static final int SIZE = 5000;

  private final Sealer sealer;
  private final byte[] sealed;

  MemoryTest(String compression) throws IOException {
    sealer = new Sealer(Samples.small(compression), KEYS);
    sealed = sealer.seal(new byte[SIZE], BINDING);
  }

  @Test
  void read_only_memory_is_not_written() throws IOException {
    SealedReader reader = OPENER.reader(source(), BINDING);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(SIZE).fill((byte) 7);
      assertThatThrownBy(() -> open(memory.asReadOnly()))
          .isInstanceOf(IllegalArgumentException.class);
      ByteBuffer buffer = memory.asReadOnly().asByteBuffer();
      assertThatThrownBy(() -> reader.read(0, buffer)).isInstanceOf(ReadOnlyBufferException.class);
      assertThat(memory.mismatch(arena.allocate(SIZE).fill((byte) 7))).isEqualTo(-1);
    }
  }

  @Test
  void memory_that_was_freed_is_not_touched() {
    Arena arena = Arena.ofConfined();
    MemorySegment freed = arena.allocate(SIZE);
    arena.close();
    assertThatThrownBy(() -> open(freed)).isInstanceOf(IllegalStateException.class);
    byte[] room = new byte[20_000];
    assertThatThrownBy(() -> sealer.seal(freed, MemorySegment.ofArray(room), BINDING, false))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void memory_without_room_is_refused() {
    assertThatThrownBy(() -> open(MemorySegment.ofArray(new byte[SIZE - 1])))
        .isInstanceOfSatisfying(
            SealException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TOO_LARGE));
    MemorySegment from = MemorySegment.ofArray(new byte[SIZE]);
    MemorySegment to = MemorySegment.ofArray(new byte[(int) sealer.mostBytes(SIZE) - 1]);
    assertThatThrownBy(() -> sealer.seal(from, to, BINDING, false))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void an_array_of_more_bytes_than_are_allowed_is_not_made() {
    assertThatThrownBy(() -> OPENER.open(sealed, BINDING, SIZE - 1))
        .isInstanceOfSatisfying(
            SealException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TOO_LARGE));
  }

  @Test
  void a_position_beyond_the_end_is_refused_and_the_end_itself_is_empty() throws IOException {
    SealedReader reader = OPENER.reader(source(), BINDING);
    assertThat(reader.read(SIZE, ByteBuffer.allocate(3))).isZero();
    assertThat(reader.read(SIZE - 1, ByteBuffer.allocate(3))).isEqualTo(1);
    assertThat(reader.read(1, ByteBuffer.allocate(0))).isZero();
    for (long position : new long[] {-1, SIZE + 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThatThrownBy(() -> reader.read(position, ByteBuffer.allocate(0)))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void a_source_is_asked_for_its_size_once() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    ByteSource counted =
        new ByteSource() {
          @Override
          public long size() {
            asked.incrementAndGet();
            return sealed.length;
          }

          @Override
          public void read(long position, ByteBuffer into) throws IOException {
            source().read(position, into);
          }
        };
    OPENER.reader(counted, BINDING).read(0, ByteBuffer.allocate(SIZE));
    assertThat(asked).hasValue(1);
  }

  private long open(MemorySegment to) throws IOException {
    return OPENER.open(MemorySegment.ofArray(sealed), to, BINDING);
  }

  private ByteSource source() {
    return ByteSource.of(MemorySegment.ofArray(sealed));
  }
}
