package dev.millrace.tls.wire;

import org.jspecify.annotations.Nullable;

/// The versions of TLS that are spoken here, the older first.
public enum ProtocolVersion {
  TLS_1_2(0x0303, "TLSv1.2"),
  TLS_1_3(0x0304, "TLSv1.3");

  private final int code;
  private final String jsseName;

  ProtocolVersion(int code, String jsseName) {
    this.code = code;
    this.jsseName = jsseName;
  }

  /// The two bytes that stand for it on the wire.
  public int code() {
    return code;
  }

  /// The name in the interfaces of JSSE, such as `TLSv1.3`.
  public String jsseName() {
    return jsseName;
  }

  /// The version of a code point, or null if it is not spoken here.
  public static @Nullable ProtocolVersion ofCode(int code) {
    return switch (code) {
      case 0x0303 -> TLS_1_2;
      case 0x0304 -> TLS_1_3;
      default -> null;
    };
  }

  /// The version of a JSSE name, or null if it is not spoken here.
  public static @Nullable ProtocolVersion ofJsseName(String name) {
    return switch (name) {
      case "TLSv1.2" -> TLS_1_2;
      case "TLSv1.3" -> TLS_1_3;
      default -> null;
    };
  }
}
