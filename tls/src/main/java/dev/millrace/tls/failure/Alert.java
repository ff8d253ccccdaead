package dev.millrace.tls.failure;

import org.jspecify.annotations.Nullable;

/// The alerts of TLS (RFC 8446, section 6; RFC 5246, section 7.2), with their code points.
public enum Alert {
  CLOSE_NOTIFY(0),
  UNEXPECTED_MESSAGE(10),
  BAD_RECORD_MAC(20),
  RECORD_OVERFLOW(22),
  HANDSHAKE_FAILURE(40),
  BAD_CERTIFICATE(42),
  UNSUPPORTED_CERTIFICATE(43),
  CERTIFICATE_REVOKED(44),
  CERTIFICATE_EXPIRED(45),
  CERTIFICATE_UNKNOWN(46),
  ILLEGAL_PARAMETER(47),
  UNKNOWN_CA(48),
  ACCESS_DENIED(49),
  DECODE_ERROR(50),
  DECRYPT_ERROR(51),
  PROTOCOL_VERSION(70),
  INSUFFICIENT_SECURITY(71),
  INTERNAL_ERROR(80),
  INAPPROPRIATE_FALLBACK(86),
  USER_CANCELED(90),
  NO_RENEGOTIATION(100),
  MISSING_EXTENSION(109),
  UNSUPPORTED_EXTENSION(110),
  UNRECOGNIZED_NAME(112),
  BAD_CERTIFICATE_STATUS_RESPONSE(113),
  UNKNOWN_PSK_IDENTITY(115),
  CERTIFICATE_REQUIRED(116),
  NO_APPLICATION_PROTOCOL(120);

  private static final @Nullable Alert[] BY_CODE = new @Nullable Alert[256];

  static {
    for (Alert alert : values()) {
      BY_CODE[alert.code] = alert;
    }
  }

  private final int code;

  Alert(int code) {
    this.code = code;
  }

  /// The byte that stands for it on the wire.
  public int code() {
    return code;
  }

  /// The alert of a code point, or null if none is known by it.
  public static @Nullable Alert ofCode(int code) {
    return BY_CODE[code];
  }

  /// The name as the RFCs write it, such as `bad_record_mac`.
  public String wireName() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
