package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.ShimOptions;
import dev.millrace.tls.CertificateCompression;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/// The compressions of certificates that the runner knows, the preferred first. None is worth
/// anything but for tests: each takes bytes off the front of a message, or puts some before it.
enum RunnerCompression implements CertificateCompression {
  EXPANDING(0xFF02) {
    @Override
    public byte[] compress(byte[] message) {
      return joined(EXPANDING_PREFIX, message);
    }

    @Override
    byte[] decompress(byte[] compressed) throws IOException {
      return without(EXPANDING_PREFIX, compressed);
    }
  },
  SHRINKING(0xFF01) {
    @Override
    public byte[] compress(byte[] message) {
      return Arrays.copyOfRange(message, SHRINKING_PREFIX.length, message.length);
    }

    @Override
    byte[] decompress(byte[] compressed) {
      return joined(SHRINKING_PREFIX, compressed);
    }
  },
  RANDOM(0xFF03) {
    @Override
    public byte[] compress(byte[] message) {
      var prefix = new byte[1];
      ThreadLocalRandom.current().nextBytes(prefix);
      return joined(prefix, message);
    }

    @Override
    byte[] decompress(byte[] compressed) {
      return Arrays.copyOfRange(compressed, 1, compressed.length);
    }
  };

  private static final byte[] EXPANDING_PREFIX = {1, 2, 3, 4};

  /// The length of the request context, and the first byte of that of the list.
  private static final byte[] SHRINKING_PREFIX = {0, 0};

  private final int code;

  RunnerCompression(int code) {
    this.code = code;
  }

  /// Those that a test installs.
  static List<CertificateCompression> of(ShimOptions options) {
    int one = options.number(Flag.INSTALL_ONE_CERT_COMPRESSION_ALG, 0);
    return Stream.of(values())
        .filter(each -> options.has(Flag.INSTALL_CERT_COMPRESSION_ALGS) || each.code == one)
        .map(CertificateCompression.class::cast)
        .toList();
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public byte[] decompress(byte[] compressed, int length) throws IOException {
    byte[] message = decompress(compressed);
    if (message.length != length) {
      throw new IOException("another length than announced");
    }
    return message;
  }

  abstract byte[] decompress(byte[] compressed) throws IOException;

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static byte[] without(byte[] prefix, byte[] bytes) throws IOException {
    if (!Arrays.equals(Arrays.copyOf(bytes, prefix.length), prefix)) {
      throw new IOException("another beginning than announced");
    }
    return Arrays.copyOfRange(bytes, prefix.length, bytes.length);
  }
}
