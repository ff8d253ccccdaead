package dev.millrace.seal;

import static dev.millrace.seal.Samples.BINDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tink opens what is sealed here and the other way round; only the header before Tink's is ours.
final class TinkTest {
  private static final KeyService KEYS = new BareKeys();
  private static final Opener OPENER = new Opener(KEYS);
  private static final int[] SIZES = {0, 1, 3000, 3983, 3984, 3985, 4080, 8063, 8064, 8065, 50_000};

  static Stream<SealConfig> configs() {
    return Stream.of("none", "lz4", "zstd:1")
        .map(Samples::small)
        .flatMap(config ->
            Stream.of(
                config,
                config.withKeySize(16),
                config.withBlockSize(1 << 15).withSegmentSize(1 << 13)));
  }

  @ParameterizedTest
  @MethodSource("configs")
  void tink_opens_what_is_sealed_here(SealConfig config) throws Exception {
    Sealer sealer = new Sealer(config, KEYS);
    for (int size : SIZES) {
      byte[] content = Samples.bytes(size);
      for (byte[] sealed :
          List.of(sealer.seal(content, BINDING), Samples.sealAsStream(sealer, content, BINDING))) {
        byte[] inner = Forger.of(sealed, BINDING).inner(sealed);
        boolean stored = config.compression() instanceof Compression.None;
        assertThat(stored ? inner : Unpacked.content(sealed[6], inner)).isEqualTo(content);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("configs")
  void what_tink_sealed_opens_here(SealConfig config) throws IOException {
    Forger forger = Forger.of(new Sealer(config, KEYS).seal(new byte[0], BINDING), BINDING);
    for (int size : SIZES) {
      byte[] content = Samples.bytes(size);
      byte[] inner =
          forger.codec() == Forger.STORED ? content : packed(content, config.blockSize(), forger);
      for (Way way : Way.values()) {
        assertThat(way.open(OPENER, forger.seal(inner), BINDING, 50_000)).isEqualTo(content);
        byte[] sized = forger.seal(inner, forger.seal(inner).length);
        assertThat(way.open(OPENER, sized, BINDING, 50_000)).isEqualTo(content);
      }
    }
  }

  /// The lengths around which a segment is full: after it, none must be missing or empty.
  @Test
  void both_cut_every_length_into_the_same_segments() throws Exception {
    Sealer sealer = new Sealer(Samples.small("none"), KEYS);
    Forger forger = Forger.of(sealer.seal(new byte[0], BINDING), BINDING);
    int first = 4096 - forger.headerSize() - 16;
    for (int segments = 0; segments < 3; segments++) {
      for (int more = -2; more <= 2; more++) {
        byte[] content = new byte[first + segments * 4080 + more];
        byte[] sealed = sealer.seal(content, BINDING);
        assertThat(sealed).hasSameSizeAs(forger.seal(content));
        assertThat(forger.inner(sealed)).isEqualTo(content);
      }
    }
  }

  @Test
  void tink_reads_ranges_of_a_file_that_was_sealed_here(@TempDir Path folder) throws Exception {
    byte[] content = Samples.bytes(50_000);
    Path file = folder.resolve("sealed");
    byte[] sealed = new Sealer(Samples.small("none"), KEYS).seal(content, BINDING);
    Files.write(file, sealed);
    Forger forger = Forger.of(sealed, BINDING);
    Random random = new Random(5);
    try (FileChannel channel = FileChannel.open(file)) {
      channel.position(forger.ownHeader(0).length);
      SeekableByteChannel plain =
          forger.tink().newSeekableDecryptingChannel(channel, forger.associatedData());
      assertThat(plain.size()).isEqualTo(content.length);
      for (int i = 0; i < 100; i++) {
        int from = random.nextInt(content.length);
        ByteBuffer part = ByteBuffer.allocate(random.nextInt(content.length - from));
        plain.position(from);
        while (part.hasRemaining()) {
          assertThat(plain.read(part)).isPositive();
        }
        assertThat(part.array())
            .isEqualTo(Arrays.copyOfRange(content, from, from + part.capacity()));
      }
    }
  }

  @Test
  void tink_refuses_another_binding_and_another_key() throws IOException {
    byte[] sealed = new Sealer(Samples.small("none"), KEYS).seal(new byte[100], BINDING);
    Forger right = Forger.of(sealed, BINDING);
    Forger elsewhere = Forger.of(sealed, BINDING.at(1));
    byte[] otherKey = right.dataKey().clone();
    otherKey[31] ^= 1;
    Forger other = new Forger(0, 0, 0, 12, 32, otherKey, BINDING);
    for (Forger wrong : List.of(elsewhere, other)) {
      assertThatThrownBy(() -> wrong.inner(sealed))
          .isInstanceOfAny(IOException.class, GeneralSecurityException.class);
    }
  }

  @Test
  void the_associated_data_is_what_the_document_says() {
    Forger forger = new Forger(1, 2, 16, 14, 32, new byte[32], new Binding("b", "ké", "v1", 258));
    assertThat(HexFormat.of().formatHex(forger.associatedData()))
        .isEqualTo(
            "4d52534c01010210"
                + "0e20"
                + "0000000162"
                + "000000036bc3a9"
                + "000000027631"
                + "0000000000000102");
  }

  private static byte[] packed(byte[] content, int blockSize, Forger forger) {
    Inner inner = new Inner();
    int blocks = (content.length + blockSize - 1) / blockSize;
    int[] sizes = new int[blocks];
    for (int i = 0; i < blocks; i++) {
      int end = Math.min(content.length, (i + 1) * blockSize);
      byte[] block = Arrays.copyOfRange(content, i * blockSize, end);
      byte[] compressed = Inner.compress(forger.codec(), block);
      if (compressed.length < block.length) {
        inner.block(compressed, block.length);
        sizes[i] = compressed.length;
      } else {
        inner.stored(block);
        sizes[i] = block.length;
      }
    }
    long page = inner.position();
    return blocks == 0 ? inner.end(0).done() : inner.page(sizes).end(content.length, page).done();
  }
}
