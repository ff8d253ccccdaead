package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.CertificateCompression;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.testing.TestIdentity;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class CertificateCompressionTest {
  private static final TestIdentity P256 = TestIdentity.of(TestIdentity.Kind.P256);

  /// Turns all bits, and counts what it has done.
  private static class Turning implements CertificateCompression {
    final AtomicInteger compressed = new AtomicInteger();
    final AtomicInteger decompressed = new AtomicInteger();

    @Override
    public int code() {
      return 0xFF42;
    }

    @Override
    public byte[] compress(byte[] message) {
      compressed.incrementAndGet();
      return turned(message);
    }

    @Override
    public byte[] decompress(byte[] data, int length) {
      decompressed.incrementAndGet();
      return turned(data);
    }

    private static byte[] turned(byte[] bytes) {
      byte[] turned = bytes.clone();
      for (int i = 0; i < turned.length; i++) {
        turned[i] = (byte) ~turned[i];
      }
      return turned;
    }
  }

  private static SSLContext context(CertificateCompression... algorithms) throws Exception {
    return TestContexts.with(
        TlsConfig.builder().certificateCompressions(List.of(algorithms)).build(), P256);
  }

  @Test
  void certificates_of_both_sides_go_by_an_algorithm_of_the_application() throws Exception {
    Turning client = new Turning();
    Turning server = new Turning();
    EnginePair pair =
        new EnginePair(
                context(client, CertificateCompression.zlib()),
                context(server, CertificateCompression.zlib()))
            .serverParameters(p -> p.setNeedClientAuth(true))
            .handshake();

    assertThat(pair.send(pair.client, pair.server, "ping")).isEqualTo("ping");
    assertThat(List.of(client.compressed, client.decompressed)).allMatch(count -> count.get() == 1);
    assertThat(List.of(server.compressed, server.decompressed)).allMatch(count -> count.get() == 1);
  }

  @Test
  void without_an_algorithm_in_common_they_go_as_they_are() throws Exception {
    Turning client = new Turning();
    new EnginePair(context(client), context(CertificateCompression.zlib())).handshake();
    new EnginePair(context(client), context()).handshake();

    assertThat(client.decompressed).hasValue(0);
  }

  @Test
  void a_message_of_another_length_than_announced_is_refused() throws Exception {
    Turning cutting =
        new Turning() {
          @Override
          public byte[] decompress(byte[] data, int length) {
            return Arrays.copyOf(super.decompress(data, length), length - 1);
          }
        };
    EnginePair pair = new EnginePair(context(cutting), context(new Turning()));

    assertThatThrownBy(pair::handshake)
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("cannot be decompressed");
  }

  @Test
  void an_algorithm_that_throws_ends_the_handshake() throws Exception {
    Turning broken =
        new Turning() {
          @Override
          public byte[] compress(byte[] message) {
            throw new IllegalStateException("out of dictionaries");
          }
        };
    EnginePair pair = new EnginePair(context(new Turning()), context(broken));

    assertThatThrownBy(pair::handshake)
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("out of dictionaries");
  }
}
