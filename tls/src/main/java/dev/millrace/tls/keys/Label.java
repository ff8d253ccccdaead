package dev.millrace.tls.keys;

import dev.millrace.tls.wire.WireWriter;
import java.nio.charset.StandardCharsets;

/// What a secret is derived for: the field `label` of an HkdfLabel (RFC 8446, section 7.1), with
/// its prefix and its length.
final class Label {
  private final byte[] encoded;

  private Label(byte[] encoded) {
    this.encoded = encoded;
  }

  /// @throws IllegalArgumentException if it has more than 249 bytes
  static Label of(String label) {
    return new Label(
        new WireWriter(32)
            .opaque8(("tls13 " + label).getBytes(StandardCharsets.UTF_8))
            .toByteArray());
  }

  /// Not a copy, not to be changed.
  byte[] encoded() {
    return encoded;
  }
}
