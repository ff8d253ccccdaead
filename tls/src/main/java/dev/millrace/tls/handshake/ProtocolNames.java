package dev.millrace.tls.handshake;

import java.nio.charset.StandardCharsets;

/// Names of application protocols (RFC 7301): bytes on the wire, and to JSSE strings with a
/// character for each byte.
final class ProtocolNames {
  private ProtocolNames() {}

  static byte[] encode(String name) {
    return name.getBytes(StandardCharsets.ISO_8859_1);
  }

  static String decode(byte[] name) {
    return new String(name, StandardCharsets.ISO_8859_1);
  }
}
