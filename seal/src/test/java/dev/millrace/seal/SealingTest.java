package dev.millrace.seal;

import static dev.millrace.seal.Samples.BINDING;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SealingTest {
  private static final Keyring KEYS = Samples.newKeys();
  private static final Opener OPENER = new Opener(KEYS);

  static Stream<SealConfig> configs() {
    return Stream.of("none", "lz4", "zstd:1", "zstd:9")
        .map(Samples::small)
        .flatMap(small ->
            Stream.of(
                small,
                SealConfig.standard().withCompression(small.compression()),
                small.withBlockSize(8 << 20).withKeySize(16),
                small.withSegmentSize(1 << 20)));
  }

  @ParameterizedTest
  @MethodSource("configs")
  void what_was_sealed_opens_to_the_same_bytes_in_every_way(SealConfig config) throws IOException {
    Sealer sealer = new Sealer(config, KEYS);
    for (int size : new int[] {0, 1, 3900, 4000, 4080, 4096, 4097, 65536, 300_000}) {
      byte[] bytes = Samples.bytes(size);
      for (byte[] sealed :
          List.of(sealer.seal(bytes, BINDING), Samples.sealAsStream(sealer, bytes, BINDING))) {
        assertThat((long) sealed.length).isLessThanOrEqualTo(sealer.mostBytes(size));
        for (Way way : Way.values()) {
          assertThat(Arrays.equals(way.open(OPENER, sealed, BINDING, size), bytes)).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "lz4", "zstd:1"})
  void more_blocks_than_a_page_of_the_index_has_are_found(String compression) throws IOException {
    byte[] bytes = Samples.bytes(4096 * 4096 * 2 + 5);
    byte[] sealed = new Sealer(Samples.small(compression), KEYS).seal(bytes, BINDING);
    assertThat(Arrays.equals(OPENER.open(sealed, BINDING, bytes.length), bytes)).isTrue();
    assertThat(Arrays.equals(Way.STREAM.open(OPENER, sealed, BINDING, 0), bytes)).isTrue();
    SealedReader reader = OPENER.reader(ByteSource.of(MemorySegment.ofArray(sealed)), BINDING);
    for (int page = 2; page >= 0; page--) {
      int from = Math.min(page * 4096 * 4096 - page, bytes.length - 3);
      ByteBuffer part = ByteBuffer.allocate(3);
      reader.read(from, part);
      assertThat(part.array()).isEqualTo(Arrays.copyOfRange(bytes, from, from + 3));
    }
  }

  @Test
  void what_does_not_compress_grows_by_little() throws IOException {
    byte[] noise = new byte[1 << 20];
    new Random(1).nextBytes(noise);
    for (String compression : List.of("none", "lz4", "zstd:9")) {
      SealConfig config = SealConfig.standard().withCompression(Compression.parse(compression));
      byte[] sealed = new Sealer(config, KEYS).seal(noise, BINDING);
      assertThat(sealed.length).isBetween(noise.length, noise.length + noise.length / 500);
    }
  }

  @Test
  void what_compresses_becomes_smaller() throws IOException {
    byte[] text = "all work and no play makes jack a dull boy\n".repeat(20_000).getBytes(UTF_8);
    for (String compression : List.of("lz4", "zstd:1")) {
      SealConfig config = SealConfig.standard().withCompression(Compression.parse(compression));
      byte[] sealed = new Sealer(config, KEYS).seal(text, BINDING);
      assertThat(sealed.length).isLessThan(text.length / 50);
    }
  }

  @Test
  void no_two_containers_of_the_same_bytes_are_alike() throws IOException {
    Sealer sealer = new Sealer(Samples.small("none"), KEYS);
    byte[] one = sealer.seal(new byte[64], BINDING);
    byte[] other = sealer.seal(new byte[64], BINDING);
    int content = one.length - 80;
    assertThat(Arrays.copyOfRange(one, content, one.length))
        .isNotEqualTo(Arrays.copyOfRange(other, content, other.length));
  }

  @Test
  void a_file_is_read_where_it_is(@TempDir Path folder) throws IOException {
    byte[] bytes = Samples.bytes(100_000);
    Path file = folder.resolve("sealed");
    Files.write(file, new Sealer(Samples.SMALL, KEYS).seal(bytes, BINDING));
    try (FileChannel channel = FileChannel.open(file)) {
      SealedReader reader = OPENER.reader(ByteSource.of(channel), BINDING);
      ByteBuffer part = ByteBuffer.allocateDirect(1000);
      assertThat(reader.read(77_777, part)).isEqualTo(1000);
      assertThat(part.flip()).isEqualTo(ByteBuffer.wrap(bytes, 77_777, 1000));
      assertThat(channel.position()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "lz4", "zstd:1", "zstd:9"})
  void a_compression_is_written_as_it_is_read(String text) {
    assertThat(Compression.parse(text)).hasToString(text);
  }

  @Test
  void zstd_alone_is_level_1() {
    assertThat(Compression.parse("zstd")).isEqualTo(new Compression.Zstd(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "gzip", "zstd:", "zstd:0", "zstd:10", "zstd:-1", "LZ4", " lz4"})
  void what_is_no_compression_is_refused(String text) {
    assertThatThrownBy(() -> Compression.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void sizes_are_powers_of_two_within_bounds() {
    SealConfig config = SealConfig.standard();
    for (int size : new int[] {0, -4096, 2048, 4097, 3 << 12, 2 << 20, Integer.MIN_VALUE}) {
      assertThatThrownBy(() -> config.withSegmentSize(size))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (int size : new int[] {0, 2048, 4097, 3 << 12, 16 << 20, Integer.MIN_VALUE}) {
      assertThatThrownBy(() -> config.withBlockSize(size))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (int size : new int[] {0, 8, 24, 33, -16}) {
      assertThatThrownBy(() -> config.withKeySize(size))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
