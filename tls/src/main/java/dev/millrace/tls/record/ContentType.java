package dev.millrace.tls.record;

import org.jspecify.annotations.Nullable;

/// What a record carries (RFC 8446, section 5.1; RFC 5246, section 6.2.1).
public enum ContentType {
  CHANGE_CIPHER_SPEC(20),
  ALERT(21),
  HANDSHAKE(22),
  APPLICATION_DATA(23);

  private final int code;

  ContentType(int code) {
    this.code = code;
  }

  /// The byte that stands for it on the wire.
  public int code() {
    return code;
  }

  /// The type of a code point, or null if none is known by it.
  public static @Nullable ContentType ofCode(int code) {
    return switch (code) {
      case 20 -> CHANGE_CIPHER_SPEC;
      case 21 -> ALERT;
      case 22 -> HANDSHAKE;
      case 23 -> APPLICATION_DATA;
      default -> null;
    };
  }
}
