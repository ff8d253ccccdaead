package dev.millrace.tls.handshake;

import org.jspecify.annotations.Nullable;

/// Exports keying material (RFC 8446, section 7.5; RFC 5705).
public interface Exporter extends AutoCloseable {
  /// Keying material for a label.
  ///
  /// @param context null for none, which differs from an empty one in TLS 1.2 only
  /// @param length in bytes
  byte[] export(String label, byte @Nullable [] context, int length);

  /// Zeroes the secret; nothing can be exported any more.
  @Override
  void close();
}
