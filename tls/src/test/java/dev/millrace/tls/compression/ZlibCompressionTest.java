package dev.millrace.tls.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.CertificateCompression;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ZlibCompressionTest {
  private static final ZlibCompression ZLIB = new ZlibCompression(0);

  private static byte[] compressed(byte[] message) {
    return Objects.requireNonNull(ZLIB.compress(message));
  }

  @Property(tries = 200)
  void what_is_compressed_comes_back_and_is_smaller(@ForAll byte[] message) throws IOException {
    byte[] compressed = ZLIB.compress(message);
    if (compressed == null) {
      return;
    }

    assertThat(compressed.length).isLessThan(message.length);
    assertThat(ZLIB.decompress(compressed, message.length)).isEqualTo(message);
  }

  @Test
  void what_would_not_shrink_or_fits_into_a_packet_is_left_as_it_is() {
    assertThat(ZLIB.compress(new byte[] {1, 2, 3})).isNull();
    assertThat(CertificateCompression.zlib().compress(new byte[1024])).isNull();
    assertThat(CertificateCompression.zlib().compress(new byte[1025])).isNotNull();
  }

  @Test
  void a_length_that_is_wrong_is_refused() {
    byte[] compressed = compressed(new byte[1000]);

    assertThatThrownBy(() -> ZLIB.decompress(compressed, 999)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> ZLIB.decompress(compressed, 1001)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> ZLIB.decompress(compressed, 0)).isInstanceOf(IOException.class);
  }

  @Test
  void data_that_is_broken_or_cut_or_followed_by_more_is_refused() {
    byte[] compressed = compressed(new byte[13]);
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
