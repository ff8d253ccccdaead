package dev.millrace.bench.tls.side;

/// The versions of TLS.
public enum Version {
  TLS_1_3("TLSv1.3", "1.3"),
  TLS_1_2("TLSv1.2", "1.2");

  private final String protocol;
  private final String word;

  Version(String protocol, String word) {
    this.protocol = protocol;
    this.word = word;
  }

  /// What JSSE calls it.
  String protocol() {
    return protocol;
  }

  /// As it stands in the report.
  public String word() {
    return word;
  }
}
