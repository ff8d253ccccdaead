package dev.millrace.tls;

import dev.millrace.tls.compression.ZlibCompression;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// An algorithm by which certificates go compressed in TLS 1.3 (RFC 8879). One is there already,
/// [#zlib]; others, such as brotli and zstd, come with a library of the application's choice.
///
/// Called during handshakes by many threads at once. Whatever it throws beyond what it declares
/// ends the handshake with `internal_error`.
public interface CertificateCompression {
  /// The code point in the registry of IANA, from 1 to 65,535: 1 for zlib, 2 for brotli, 3 for
  /// zstd, and from 16,384 on for private use.
  int code();

  /// The message, compressed.
  ///
  /// @param message not to be changed or kept hold of; neither is what is returned
  /// @return at least 1 byte, or null if it had better go as it is
  byte @Nullable [] compress(byte[] message);

  /// The message that was compressed. It comes from a peer that nobody has authenticated yet.
  ///
  /// @param length bytes that must come out: whatever the data says, hold no more than that
  /// @throws IOException if the data is broken, or of another length
  byte[] decompress(byte[] compressed, int length) throws IOException;

  /// The compression of zlib (RFC 1950), as the JDK has it. Messages of up to 1,024 bytes, which
  /// fit into a packet, are left as they are.
  static CertificateCompression zlib() {
    return ZlibCompression.BEYOND_A_PACKET;
  }
}
