package dev.millrace.tls.compression;

import dev.millrace.tls.CertificateCompression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// Certificates compressed with zlib (RFC 8879, section 3; RFC 1950), by way of the JDK.
///
/// @param leave up to how many bytes a message is left as it is
public record ZlibCompression(int leave) implements CertificateCompression {
  /// For messages that do not fit into a packet along with the rest of a server's flight: with
  /// others nothing is gained on the way for what both sides would spend.
  public static final ZlibCompression BEYOND_A_PACKET = new ZlibCompression(1024);

  @Override
  public int code() {
    return 1;
  }

  @Override
  public byte @Nullable [] compress(byte[] message) {
    if (message.length <= leave) {
      return null;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(message.length);
    try (Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION)) {
      deflater.setInput(message);
      deflater.finish();
      byte[] chunk = new byte[2048];
      while (!deflater.finished()) {
        out.write(chunk, 0, deflater.deflate(chunk));
      }
    }
    return out.size() < message.length ? out.toByteArray() : null;
  }

  @Override
  public byte[] decompress(byte[] compressed, int length) throws IOException {
    byte[] message = new byte[length];
    try (Inflater inflater = new Inflater()) {
      inflater.setInput(compressed);
      int filled = 0;
      while (filled < length && !inflater.finished()) {
        int more = inflater.inflate(message, filled, length - filled);
        if (more == 0 && !inflater.finished()) {
          throw new IOException("compressed data ends early, or needs a dictionary");
        }
        filled += more;
      }
      // The checksum is behind the last byte of data; reading it must give no more data.
      boolean isWhole = filled == length && inflater.inflate(new byte[1]) == 0;
      if (!isWhole || !inflater.finished() || inflater.getRemaining() != 0) {
        throw new IOException("compressed data of another length than announced");
      }
      return message;
    } catch (DataFormatException e) {
      throw new IOException("compressed data is broken", e);
    }
  }
}
