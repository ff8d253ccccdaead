package dev.millrace.bench.tls.side;

/// What kind of handshake is made.
public enum Kind {
  FULL_13(Version.TLS_1_3, false, KeyKind.ECDSA),
  RESUMED_13(Version.TLS_1_3, true, KeyKind.ECDSA),
  FULL_12(Version.TLS_1_2, false, KeyKind.ECDSA),
  RESUMED_12(Version.TLS_1_2, true, KeyKind.ECDSA),
  FULL_13_RSA(Version.TLS_1_3, false, KeyKind.RSA);

  private final Version version;
  private final boolean resumed;
  private final KeyKind key;

  Kind(Version version, boolean resumed, KeyKind key) {
    this.version = version;
    this.resumed = resumed;
    this.key = key;
  }

  public Version version() {
    return version;
  }

  public boolean resumed() {
    return resumed;
  }

  /// The server's key.
  public KeyKind key() {
    return key;
  }

  /// As it stands in the report, without the group.
  public String words() {
    String form = "version=%s kind=%s".formatted(version.word(), resumed ? "resumed" : "full");
    return resumed ? form : form + " key=" + key.word();
  }

  /// Such a handshake with AES-128-GCM and X25519.
  public Terms terms() {
    return terms(Groups.X25519);
  }

  /// Such a handshake with AES-128-GCM.
  public Terms terms(Groups groups) {
    return new Terms(version, Suite.AES_128_GCM, groups, key);
  }
}
