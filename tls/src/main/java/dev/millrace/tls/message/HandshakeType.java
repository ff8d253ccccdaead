package dev.millrace.tls.message;

import org.jspecify.annotations.Nullable;

/// The types of handshake messages (RFC 8446, section 4; RFC 5246, section 7.4; RFC 6066, section
/// 8; RFC 8879, section 4).
public enum HandshakeType {
  HELLO_REQUEST(0),
  CLIENT_HELLO(1),
  SERVER_HELLO(2),
  NEW_SESSION_TICKET(4),
  END_OF_EARLY_DATA(5),
  ENCRYPTED_EXTENSIONS(8),
  CERTIFICATE(11),
  SERVER_KEY_EXCHANGE(12),
  CERTIFICATE_REQUEST(13),
  SERVER_HELLO_DONE(14),
  CERTIFICATE_VERIFY(15),
  CLIENT_KEY_EXCHANGE(16),
  FINISHED(20),
  CERTIFICATE_STATUS(22),
  KEY_UPDATE(24),
  COMPRESSED_CERTIFICATE(25);

  private static final HandshakeType[] ALL = values();

  private final int code;

  HandshakeType(int code) {
    this.code = code;
  }

  /// The byte that stands for it on the wire.
  public int code() {
    return code;
  }

  /// The type of a code point, or null if it is not understood here.
  public static @Nullable HandshakeType ofCode(int code) {
    for (HandshakeType type : ALL) {
      if (type.code == code) {
        return type;
      }
    }
    return null;
  }
}
