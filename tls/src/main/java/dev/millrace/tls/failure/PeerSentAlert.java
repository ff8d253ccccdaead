package dev.millrace.tls.failure;

import org.jspecify.annotations.Nullable;

/// The peer gave up and said so.
public final class PeerSentAlert extends TlsFailure {
  private static final long serialVersionUID = 1L;

  private final int code;

  /// @param code the alert's code point, which may be unknown
  public PeerSentAlert(int code) {
    super("received fatal alert: " + describe(code), null);
    this.code = code;
  }

  public int code() {
    return code;
  }

  /// The name as the RFCs write it, or `unknown` and the code point.
  public String alertName() {
    return describe(code);
  }

  @Override
  public @Nullable Alert alert() {
    return null;
  }

  @Override
  public String reason() {
    return "ALERT_" + describe(code).toUpperCase(java.util.Locale.ROOT);
  }

  private static String describe(int code) {
    Alert alert = Alert.ofCode(code);
    return alert == null ? "unknown(" + code + ")" : alert.wireName();
  }
}
