package dev.millrace.seal;

import static dev.millrace.seal.Samples.BINDING;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.seal.SealException.Reason;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Headers that nobody wrote, or somebody who means ill: refused before a key service is asked.
final class AbsurdHeaderTest {
  private static final byte[] CONTENT = Samples.bytes(1000);

  @ParameterizedTest
  @CsvSource({
    "version, 4, 0",
    "version, 4, 2",
    "version, 4, 255",
    "flags, 5, 2",
    "flags, 5, 128",
    "flags, 5, 255",
    "flags, 5, 3",
    "codec, 6, 3",
    "codec, 6, 255",
    "codec that has no blocks, 6, 0",
    "block, 7, 0",
    "block, 7, 11",
    "block, 7, 24",
    "block, 7, 31",
    "block, 7, 32",
    "block, 7, 44",
    "block, 7, 255",
    "segment, 8, 0",
    "segment, 8, 11",
    "segment, 8, 21",
    "segment, 8, 30",
    "segment, 8, 31",
    "segment, 8, 64",
    "segment, 8, 128",
    "segment, 8, 255",
    "key, 9, 0",
    "key, 9, 15",
    "key, 9, 17",
    "key, 9, 24",
    "key, 9, 33",
    "key, 9, 64",
    "key, 9, 128",
    "key, 9, 255",
    "name, 10, 4",
    "name, 10, 255",
    "wrapped key, 12, 25",
    "wrapped key, 12, 255",
    "sealed size, 14, 128",
    "sealed size, 14, 255"
  })
  void what_is_out_of_bounds_is_refused(String what, int position, int value) throws IOException {
    assertRefused(what, with(position, value), Reason.UNSUPPORTED);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 39, 41, 24, 128, 255})
  void tinks_header_has_one_size(int size) throws IOException {
    assertRefused("Tink's header", with(22 + 4 + 32, size), Reason.UNSUPPORTED);
  }

  @Test
  void without_compression_there_is_no_block_size() throws IOException {
    for (int log = 1; log < 256; log++) {
      byte[] sealed = sealed(Forger.STORED);
      sealed[7] = (byte) log;
      assertRefused("block size " + log, sealed, Reason.UNSUPPORTED);
    }
  }

  @Test
  void what_is_no_container_is_not_sealed() throws IOException {
    for (int position = 0; position < 4; position++) {
      assertRefused("magic", with(position, 0), Reason.NOT_SEALED);
    }
    for (int length = 0; length < 22; length++) {
      byte[] cut = Arrays.copyOf(sealed(Forger.ZSTD), length);
      assertRefused(length + " bytes", cut, Reason.NOT_SEALED);
    }
    assertRefused("text", "a text that is longer than a header".getBytes(UTF_8), Reason.NOT_SEALED);
  }

  @Test
  void a_header_that_ends_early_is_truncated() throws IOException {
    for (int length = 22; length < 22 + 4 + 32 + 40; length++) {
      byte[] cut = Arrays.copyOf(sealed(Forger.ZSTD), length);
      assertRefused(length + " bytes", cut, Reason.TRUNCATED);
    }
  }

  @Test
  void a_header_that_changes_while_it_is_read_is_the_one_that_was_read_first() throws IOException {
    for (int changed = 0; changed < Header.FIXED; changed++) {
      ByteSource source = changing(sealed(Forger.ZSTD), changed);
      SealedReader reader = new Opener(new BareKeys()).reader(source, BINDING);
      assertThat(reader.size()).as("byte %s", changed).isEqualTo(CONTENT.length);
    }
  }

  /// Bytes of which one is another once they were read from.
  private static ByteSource changing(byte[] bytes, int at) {
    ByteSource steady = ByteSource.of(MemorySegment.ofArray(bytes));
    return new ByteSource() {
      @Override
      public long size() throws IOException {
        return steady.size();
      }

      @Override
      public void read(long position, ByteBuffer into) throws IOException {
        steady.read(position, into);
        bytes[at] = (byte) 0xFF;
      }
    };
  }

  @Test
  void a_sealed_size_beyond_the_bytes_is_truncated() throws IOException {
    byte[] sealed = sealed(Forger.ZSTD);
    for (long size :
        new long[] {sealed.length + 1, 5000, 1L << 32, 1L << 44, 1L << 62, Long.MAX_VALUE}) {
      byte[] longer = sealed.clone();
      ByteBuffer.wrap(longer).putLong(14, size);
      for (Way way : Way.values()) {
        assertThatThrownBy(() -> way.open(new Opener(new BareKeys()), longer, BINDING, 2000))
            .as("%s of %s", way, size)
            .isInstanceOfSatisfying(
                SealException.class,
                e -> assertThat(e.reason()).isIn(Reason.TRUNCATED, Reason.NOT_AUTHENTIC));
      }
    }
  }

  /// 2^32 segments of 4 KiB are 16 TiB.
  @ParameterizedTest
  @CsvSource({
    "17592186044416, NOT_AUTHENTIC",
    "17592186044417, TRUNCATED",
    "17592186044500, UNSUPPORTED",
    "9223372036854771712, UNSUPPORTED"
  })
  void there_are_no_more_segments_than_nonces(long size, Reason reason) {
    byte[] begin = sealed(Forger.ZSTD);
    ByteSource endless =
        new ByteSource() {
          @Override
          public long size() {
            return size;
          }

          @Override
          public void read(long position, ByteBuffer into) {
            while (into.hasRemaining()) {
              into.put(position < begin.length ? begin[(int) position] : 0);
              position++;
            }
          }
        };
    assertThatThrownBy(() -> new Opener(new BareKeys()).reader(endless, BINDING))
        .isInstanceOfSatisfying(SealException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void a_key_has_a_name_in_utf_8() throws IOException {
    assertRefused("name", with(22, 0xFF), Reason.UNSUPPORTED);
  }

  @Test
  void the_longest_names_and_wrapped_keys_fit_into_segments_of_8_KiB() throws IOException {
    SealConfig config = Samples.SMALL.withSegmentSize(8192);
    KeyService longest = service("n".repeat(1024), 6144);
    byte[] sealed = new Sealer(config, longest).seal(CONTENT, BINDING);
    for (Way way : Way.values()) {
      assertThat(way.open(new Opener(longest), sealed, BINDING, 2000)).isEqualTo(CONTENT);
    }
    for (KeyService longer :
        List.of(service("n".repeat(1025), 1), service("é".repeat(513), 1), service("n", 6145))) {
      assertThatThrownBy(() -> new Sealer(config, longer))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void a_header_leaves_room_in_the_first_segment() throws IOException {
    int rest = 4096 - 22 - 1 - 40 - 16;
    Sealer sealer = new Sealer(Samples.SMALL, service("n", rest - 1));
    byte[] sealed = sealer.seal(CONTENT, BINDING);
    for (Way way : Way.values()) {
      assertThat(way.open(new Opener(service("n", rest - 1)), sealed, BINDING, 2000))
          .isEqualTo(CONTENT);
    }
    assertThatThrownBy(() -> new Sealer(Samples.SMALL, service("n", rest)))
        .isInstanceOf(IllegalArgumentException.class);
    byte[] longer = Arrays.copyOf(sealed, 8000);
    ByteBuffer.wrap(longer).putShort(12, (short) rest).putLong(14, 0).put(22 + 1 + rest, (byte) 40);
    assertRefused("no room", longer, Reason.UNSUPPORTED);
  }

  private static byte[] sealed(int codec) {
    byte[] inner = codec == Forger.STORED ? CONTENT : Inner.honest(codec, CONTENT);
    return Forger.small(codec).seal(inner);
  }

  private static byte[] with(int position, int value) {
    byte[] sealed = sealed(Forger.ZSTD);
    sealed[position] = (byte) value;
    return sealed;
  }

  private static void assertRefused(String what, byte[] sealed, Reason reason) throws IOException {
    AtomicInteger asked = new AtomicInteger();
    KeyService counted =
        new KeyService() {
          @Override
          public WrappedKey wrap(byte[] key) {
            throw new AssertionError("nothing is sealed");
          }

          @Override
          public byte[] unwrap(WrappedKey wrapped) {
            asked.incrementAndGet();
            return wrapped.bytes().clone();
          }
        };
    for (Way way : Way.values()) {
      assertThatThrownBy(() -> way.open(new Opener(counted), sealed, BINDING, 2000))
          .as("%s: %s", way, what)
          .isInstanceOfSatisfying(
              SealException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }
    assertThat(asked).hasValue(0);
  }

  /// Wraps any key as so many bytes, of which the key is the beginning.
  private static KeyService service(String name, int length) {
    return new KeyService() {
      @Override
      public WrappedKey wrap(byte[] key) {
        return new WrappedKey(name, Arrays.copyOf(key, length));
      }

      @Override
      public byte[] unwrap(WrappedKey wrapped) {
        return Arrays.copyOf(wrapped.bytes(), 32);
      }
    };
  }
}
