package dev.millrace.bench.tls.side;

/// What both sides are to agree on.
///
/// @param key the server's
public record Terms(Version version, Suite suite, Groups groups, KeyKind key) {
  /// What JSSE calls the cipher suite.
  String suiteName() {
    return suite.name(version);
  }
}
