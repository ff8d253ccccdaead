package dev.millrace.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/// Any bytes, any configuration, any binding, any way.
final class SealingPropertyTest {
  private static final Keyring KEYS = Samples.newKeys();
  private static final Opener OPENER = new Opener(KEYS);
  private static final int GUARD = 16;

  @Property(tries = 150, seed = "1")
  void whatever_is_sealed_opens_in_every_way(
      @ForAll("configs") SealConfig config,
      @ForAll("contents") byte[] content,
      @ForAll("bindings") Binding binding)
      throws IOException {
    Sealer sealer = new Sealer(config, KEYS);
    byte[] sealed = sealer.seal(content, binding);
    byte[] streamed = Samples.sealAsStream(sealer, content, binding);
    assertThat(sealed).hasSameSizeAs(streamed);
    assertThat((long) sealed.length).isLessThanOrEqualTo(sealer.mostBytes(content.length));
    for (Way way : Way.values()) {
      assertThat(way.open(OPENER, sealed, binding, content.length)).isEqualTo(content);
      assertThat(way.open(OPENER, streamed, binding, content.length)).isEqualTo(content);
    }
  }

  @Property(tries = 100, seed = "2")
  void memory_of_any_kind_is_sealed_into_memory_of_any_kind(
      @ForAll("configs") SealConfig config,
      @ForAll("contents") byte[] content,
      @ForAll Kind fromKind,
      @ForAll Kind toKind)
      throws IOException {
    Sealer sealer = new Sealer(config, KEYS);
    int most = (int) sealer.mostBytes(content.length);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = fromKind.memory(arena, content.length + 2 * GUARD);
      MemorySegment to = toKind.memory(arena, most + 2 * GUARD);
      to.fill((byte) 0x5A);
      from.asSlice(GUARD, content.length).copyFrom(MemorySegment.ofArray(content));
      long size =
          sealer.seal(
              from.asSlice(GUARD, content.length).asReadOnly(),
              to.asSlice(GUARD, most),
              Samples.BINDING,
              false);
      byte[] sealed = to.asSlice(GUARD, size).toArray(ValueLayout.JAVA_BYTE);
      Way.assertUntouched(to.asSlice(0, GUARD));
      Way.assertUntouched(to.asSlice(GUARD + size));
      assertThat(OPENER.open(sealed, Samples.BINDING, content.length)).isEqualTo(content);
    }
  }

  @Property(tries = 100, seed = "3")
  void channels_may_give_and_take_what_they_like(
      @ForAll("configs") SealConfig config,
      @ForAll("contents") byte[] content,
      @ForAll @IntRange(min = 1, max = 9000) int piece,
      @ForAll long seed)
      throws IOException {
    Sealer sealer = new Sealer(config, KEYS);
    Random random = new Random(seed);
    OddTarget sealed = new OddTarget(random, piece);
    long size = sealer.seal(new OddSource(content, random, piece), sealed, Samples.BINDING);
    assertThat(size).isEqualTo(sealed.taken.size());
    OddTarget opened = new OddTarget(random, piece);
    long length =
        OPENER.open(
            new OddSource(sealed.taken.toByteArray(), random, piece), opened, Samples.BINDING);
    assertThat(length).isEqualTo(content.length);
    assertThat(opened.taken.toByteArray()).isEqualTo(content);
  }

  @Property(tries = 100, seed = "4")
  void a_channel_that_is_written_in_pieces_seals_them_as_one(
      @ForAll("configs") SealConfig config,
      @ForAll("contents") byte[] content,
      @ForAll @IntRange(min = 1, max = 9000) int piece,
      @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    OddTarget sealed = new OddTarget(random, piece);
    try (SealingChannel channel = new Sealer(config, KEYS).sealing(sealed, Samples.BINDING)) {
      for (int done = 0; done < content.length; ) {
        int length = Math.min(random.nextInt(piece + 1), content.length - done);
        assertThat(channel.write(ByteBuffer.wrap(content, done, length))).isEqualTo(length);
        done += length;
      }
      assertThat(channel.finish()).isEqualTo(sealed.taken.size());
    }
    byte[] opened = OPENER.open(sealed.taken.toByteArray(), Samples.BINDING, content.length);
    assertThat(opened).isEqualTo(content);
  }

  @Property(tries = 100, seed = "5")
  void any_range_is_what_it_is_of_the_bytes(
      @ForAll("configs") SealConfig config, @ForAll("contents") byte[] content, @ForAll long seed)
      throws IOException {
    byte[] sealed = new Sealer(config, KEYS).seal(content, Samples.BINDING);
    SealedReader reader =
        OPENER.reader(ByteSource.of(MemorySegment.ofArray(sealed)), Samples.BINDING);
    assertThat(reader.size()).isEqualTo(content.length);
    Random random = new Random(seed);
    for (int i = 0; i < 20; i++) {
      int from = random.nextInt(content.length + 1);
      int room = random.nextInt(content.length - from + 10);
      int length = Math.min(room, content.length - from);
      ByteBuffer into =
          random.nextBoolean()
              ? ByteBuffer.allocate(room + 5)
              : ByteBuffer.allocateDirect(room + 5);
      into.position(3).limit(3 + room);
      assertThat(reader.read(from, into)).isEqualTo(length);
      assertThat(into.position()).isEqualTo(3 + length);
      assertThat(into.limit()).isEqualTo(3 + room);
      assertThat(into.slice(3, length)).isEqualTo(ByteBuffer.wrap(content, from, length).slice());
      into.clear();
      assertThat(new byte[] {into.get(0), into.get(1), into.get(2), into.get(3 + length)})
          .containsOnly(0);
    }
  }

  @Property(tries = 60, seed = "6")
  void any_series_opens_as_one(
      @ForAll("configs") SealConfig config,
      @ForAll("contents") byte[] content,
      @ForAll @IntRange(min = 3000, max = 30_000) int step,
      @ForAll("bindings") Binding binding)
      throws IOException {
    Sealer sealer = new Sealer(config, KEYS);
    Binding start = binding.at(binding.position() / 2);
    List<byte[]> series = Samples.sealAsSeries(sealer, content, step, start);
    assertThat(Way.STREAM.open(OPENER, Samples.join(series), start, 0)).isEqualTo(content);
  }

  @Provide
  Arbitrary<SealConfig> configs() {
    return Combinators.combine(
            Arbitraries.of("none", "lz4", "zstd:1", "zstd:3"),
            Arbitraries.of(1 << 12, 1 << 13, 1 << 16, 8 << 20),
            Arbitraries.of(1 << 12, 1 << 13, 1 << 16, 1 << 20),
            Arbitraries.of(16, 32))
        .as((compression, block, segment, key) ->
            new SealConfig(Compression.parse(compression), block, segment, key));
  }

  /// Of any length, with edges at those of blocks and segments, and of any mixture of what
  /// compresses and what does not.
  @Provide
  Arbitrary<byte[]> contents() {
    Arbitrary<Integer> sizes =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 60_000),
            Arbitraries.of(0, 1, 4095, 4096, 4097, 8192, 16384),
            Arbitraries.integers().between(3900, 4100));
    return Combinators.combine(
            sizes, Arbitraries.longs(), Arbitraries.of(1, 2, 16, 256), Arbitraries.of(10, 5000))
        .as(SealingPropertyTest::content);
  }

  @Provide
  Arbitrary<Binding> bindings() {
    Arbitrary<String> texts = Arbitraries.strings().withCharRange('\0', '\uD7FF').ofMaxLength(50);
    return Combinators.combine(texts, texts, texts, Arbitraries.longs().greaterOrEqual(0))
        .as(Binding::new);
  }

  private static byte[] content(int size, long seed, int symbols, int run) {
    byte[] content = new byte[size];
    Random random = new Random(seed);
    for (int i = 0; i < size; i += run) {
      boolean plain = random.nextBoolean();
      for (int j = i; j < Math.min(size, i + run); j++) {
        content[j] = (byte) (plain ? i : random.nextInt(symbols));
      }
    }
    return content;
  }

  /// Kinds of memory.
  enum Kind {
    NATIVE,
    BYTES,
    LONGS;

    MemorySegment memory(Arena arena, int size) {
      return switch (this) {
        case NATIVE -> arena.allocate(size);
        case BYTES -> MemorySegment.ofArray(new byte[size]);
        case LONGS -> MemorySegment.ofArray(new long[(size + 7) / 8]).asSlice(0, size);
      };
    }
  }

  /// Gives a few bytes at a time.
  private static final class OddSource implements ReadableByteChannel {
    private final ByteBuffer bytes;
    private final Random random;
    private final int piece;

    OddSource(byte[] bytes, Random random, int piece) {
      this.bytes = ByteBuffer.wrap(bytes);
      this.random = random;
      this.piece = piece;
    }

    @Override
    public int read(ByteBuffer into) {
      if (!bytes.hasRemaining()) {
        return -1;
      }
      int most = Math.min(1 + random.nextInt(piece), bytes.remaining());
      int length = Math.min(most, into.remaining());
      into.put(bytes.slice().limit(length));
      bytes.position(bytes.position() + length);
      return length;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      throw new AssertionError("it is the caller's to close");
    }
  }

  /// Takes a few bytes at a time.
  private static final class OddTarget implements WritableByteChannel {
    final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final Random random;
    private final int piece;

    OddTarget(Random random, int piece) {
      this.random = random;
      this.piece = piece;
    }

    @Override
    public int write(ByteBuffer from) {
      byte[] some = new byte[Math.min(from.remaining(), random.nextInt(piece + 1))];
      from.get(some);
      taken.writeBytes(some);
      return some.length;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      throw new AssertionError("it is the caller's to close");
    }
  }
}
