package dev.millrace.tls.handshake;

import java.io.IOException;

/// An algorithm by which Certificate messages are compressed (RFC 8879).
///
/// Safe for use by several threads.
public interface CertificateCoding {
  /// The code point: 1 for zlib, 2 for brotli, 3 for zstd.
  int code();

  byte[] compress(byte[] message);

  /// The message that was compressed.
  ///
  /// @param length bytes that must come out
  /// @throws IOException if the data is broken, or of another length; no more than `length` bytes
  ///   are ever held
  byte[] decompress(byte[] compressed, int length) throws IOException;
}
