package dev.millrace.bench.tls.side;

/// What records are protected with, and the cipher suites that do so where the server's key is for
/// ECDSA.
public enum Suite {
  AES_128_GCM("aes-128-gcm", 0x1301, "TLS_AES_128_GCM_SHA256", 0xc02b, "AES_128_GCM_SHA256"),
  AES_256_GCM("aes-256-gcm", 0x1302, "TLS_AES_256_GCM_SHA384", 0xc02c, "AES_256_GCM_SHA384"),
  CHACHA20(
      "chacha20-poly1305",
      0x1303,
      "TLS_CHACHA20_POLY1305_SHA256",
      0xcca9,
      "CHACHA20_POLY1305_SHA256");

  private final String word;
  private final int code13;
  private final String name13;
  private final int code12;
  private final String name12;

  Suite(String word, int code13, String name13, int code12, String cipher12) {
    this.word = word;
    this.code13 = code13;
    this.name13 = name13;
    this.code12 = code12;
    this.name12 = "TLS_ECDHE_ECDSA_WITH_" + cipher12;
  }

  /// As it stands in the report.
  public String word() {
    return word;
  }

  /// What JSSE calls it.
  String name(Version version) {
    return switch (version) {
      case TLS_1_3 -> name13;
      case TLS_1_2 -> name12;
    };
  }

  /// Its number on the wire.
  int code(Version version) {
    return switch (version) {
      case TLS_1_3 -> code13;
      case TLS_1_2 -> code12;
    };
  }
}
