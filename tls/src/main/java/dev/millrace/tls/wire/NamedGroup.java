package dev.millrace.tls.wire;

import org.jspecify.annotations.Nullable;

/// The key exchange groups that are spoken here, in the order in which they are preferred: the
/// hybrid of ML-KEM and X25519 (draft-ietf-tls-ecdhe-mlkem), then the curves of RFC 8446, section
/// 4.2.7.
public enum NamedGroup {
  X25519MLKEM768(0x11EC, "X25519MLKEM768"),
  X25519(0x001D, "x25519"),
  SECP256R1(0x0017, "secp256r1"),
  SECP384R1(0x0018, "secp384r1"),
  SECP521R1(0x0019, "secp521r1");

  private static final NamedGroup[] ALL = values();

  private final int code;
  private final String wireName;

  NamedGroup(int code, String wireName) {
    this.code = code;
    this.wireName = wireName;
  }

  /// The two bytes that stand for it on the wire.
  public int code() {
    return code;
  }

  /// The name in the registry of IANA, which JSSE uses too.
  public String wireName() {
    return wireName;
  }

  /// Whether TLS 1.2 can use it: a hybrid is defined for TLS 1.3 alone.
  public boolean usableInTls12() {
    return this != X25519MLKEM768;
  }

  /// The group of a code point, or null if it is not spoken here.
  public static @Nullable NamedGroup ofCode(int code) {
    for (NamedGroup group : ALL) {
      if (group.code == code) {
        return group;
      }
    }
    return null;
  }

  /// The group of a JSSE name, in any case, or null if it is not spoken here.
  public static @Nullable NamedGroup ofName(String name) {
    for (NamedGroup group : ALL) {
      if (group.wireName.equalsIgnoreCase(name)) {
        return group;
      }
    }
    return null;
  }
}
