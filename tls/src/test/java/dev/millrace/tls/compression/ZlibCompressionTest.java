package dev.millrace.tls.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ZlibCompressionTest {
  private static final ZlibCompression ZLIB = ZlibCompression.INSTANCE;

  @Property(tries = 200)
  void what_is_compressed_comes_back(@ForAll byte[] message) throws IOException {
    byte[] back = ZLIB.decompress(ZLIB.compress(message), message.length);

    assertThat(back).isEqualTo(message);
  }

  @Test
  void a_length_that_is_wrong_is_refused() {
    byte[] compressed = ZLIB.compress(new byte[1000]);

    assertThatThrownBy(() -> ZLIB.decompress(compressed, 999)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> ZLIB.decompress(compressed, 1001)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> ZLIB.decompress(compressed, 0)).isInstanceOf(IOException.class);
  }

  @Test
  void data_that_is_broken_or_cut_or_followed_by_more_is_refused() {
    byte[] compressed =
        ZLIB.compress("a certificate".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    byte[] broken = compressed.clone();
    broken[broken.length - 1] ^= 1;

    assertThatThrownBy(() -> ZLIB.decompress(broken, 13)).isInstanceOf(IOException.class);
    for (int length = 0; length < compressed.length; length++) {
      byte[] cut = Arrays.copyOf(compressed, length);
      assertThatThrownBy(() -> ZLIB.decompress(cut, 13)).isInstanceOf(IOException.class);
    }
    byte[] longer = Arrays.copyOf(compressed, compressed.length + 1);
    assertThatThrownBy(() -> ZLIB.decompress(longer, 13)).isInstanceOf(IOException.class);
  }
}
