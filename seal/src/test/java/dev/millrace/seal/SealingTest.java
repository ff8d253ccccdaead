package dev.millrace.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SealingTest {
  private static final Keyring KEYS = Keyring.parse(List.of(Keyring.newKey()));
  private static final Binding BINDING = Binding.of("bucket", "key", "v1");

  private static Stream<SealConfig> configs() {
    SealConfig small = SealConfig.standard().withBlockSize(4096).withSegmentSize(4096);
    return Stream.of("none", "lz4", "zstd:1", "zstd:9")
        .map(Compression::parse)
        .flatMap(compression ->
            Stream.of(
                SealConfig.standard().withCompression(compression),
                small.withCompression(compression),
                small.withCompression(compression).withBlockSize(8 << 20).withKeySize(16)));
  }

  @ParameterizedTest
  @MethodSource("configs")
  void what_was_sealed_opens_to_the_same_bytes_in_every_form(SealConfig config) throws IOException {
    Sealer sealer = new Sealer(config, KEYS);
    Opener opener = new Opener(KEYS);
    for (int size : new int[] {0, 1, 3900, 4000, 4080, 4096, 4097, 65536, 300_000, 20_000_000}) {
      byte[] bytes = bytes(size);
      byte[] sealed = sealer.seal(bytes, BINDING);
      assertThat(sealed.length).isLessThanOrEqualTo((int) sealer.mostBytes(size));
      assertThat(Arrays.equals(opener.open(sealed, BINDING, size), bytes)).isTrue();
      byte[] into = new byte[size + 3];
      long opened =
          opener.open(MemorySegment.ofArray(sealed), MemorySegment.ofArray(into), BINDING);
      assertThat(opened).isEqualTo(size);
      assertThat(Arrays.equals(into, 0, size, bytes, 0, size)).isTrue();

      ByteArrayOutputStream streamed = new ByteArrayOutputStream();
      sealer.seal(
          Channels.newChannel(new ByteArrayInputStream(bytes)),
          Channels.newChannel(streamed),
          BINDING);
      ByteArrayOutputStream back = new ByteArrayOutputStream();
      opener.open(
          Channels.newChannel(new ByteArrayInputStream(streamed.toByteArray())),
          Channels.newChannel(back),
          BINDING);
      assertThat(Arrays.equals(back.toByteArray(), bytes)).isTrue();
      back.reset();
      opener.open(
          Channels.newChannel(new ByteArrayInputStream(sealed)),
          Channels.newChannel(back),
          BINDING);
      assertThat(Arrays.equals(back.toByteArray(), bytes)).isTrue();

      SealedReader reader =
          opener.reader(ByteSource.of(MemorySegment.ofArray(streamed.toByteArray())), BINDING);
      assertThat(reader.size()).isEqualTo(size);
      Random random = new Random(size);
      for (int i = 0; i < 20; i++) {
        int from = random.nextInt(size + 1);
        ByteBuffer part = ByteBuffer.allocate(random.nextInt(size - from + 1));
        assertThat(reader.read(from, part)).isEqualTo(part.capacity());
        int to = from + part.capacity();
        assertThat(Arrays.equals(part.array(), 0, part.capacity(), bytes, from, to)).isTrue();
      }
    }
  }

  /// Some of it compresses and some does not.
  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    Random random = new Random(size);
    random.nextBytes(bytes);
    for (int i = 0; i < size; i++) {
      if ((i >> 13 & 1) == 0) {
        bytes[i] = (byte) (bytes[i] & 3);
      }
    }
    return bytes;
  }
}
