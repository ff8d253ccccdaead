package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.Secret;
import java.util.HexFormat;

/// Bytes as text.
final class Hex {
  private Hex() {}

  /// Bytes of hexadecimal text, in which blanks mean nothing.
  static byte[] of(String text) {
    return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
  }

  static String of(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  static String of(Secret secret) {
    return of(secret.getEncoded());
  }
}
