package dev.millrace.bench.tls.side;

/// The group that both sides exchange keys in.
public enum Groups {
  /// X25519, for comparison.
  X25519("x25519", "x25519", 29),
  /// X25519MLKEM768, which hides the exchange from quantum computers too. Of TLS 1.3 alone, and not
  /// in the JDK's TLS.
  HYBRID("hybrid", "X25519MLKEM768", 4588);

  private final String word;
  private final String group;
  private final int code;

  Groups(String word, String group, int code) {
    this.word = word;
    this.group = group;
    this.code = code;
  }

  /// As it stands in the report.
  public String word() {
    return word;
  }

  /// Its number on the wire.
  int code() {
    return code;
  }

  /// As JSSE takes them, the preferred first. In TLS 1.2 a client that does not name a
  /// certificate's curve is not shown that certificate; in TLS 1.3 a second group may cost a second
  /// key.
  String[] names(Version version) {
    return switch (version) {
      case TLS_1_3 -> new String[] {group};
      case TLS_1_2 -> new String[] {group, "secp256r1"};
    };
  }
}
