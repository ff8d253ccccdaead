package dev.millrace.tls.keys;

/// Where a pre-shared key comes from (RFC 8446, section 4.2.11).
public enum PskKind {
  /// A ticket of an earlier connection.
  RESUMPTION("res binder"),
  /// An agreement outside of TLS.
  EXTERNAL("ext binder"),
  /// An agreement outside of TLS, from which a key for TLS 1.3 was derived (RFC 9258).
  IMPORTED("imp binder");

  @SuppressWarnings("ImmutableEnumChecker") // its bytes are never changed
  private final Label label;

  PskKind(String label) {
    this.label = Label.of(label);
  }

  Label label() {
    return label;
  }
}
