package dev.millrace.tls.resumption;

import java.util.Arrays;
import java.util.HexFormat;

/// Bytes as the key of a map: equal if their contents are.
///
/// Immutable, as long as nobody changes the array, which the caller sees to.
final class SessionKey {
  private final byte[] bytes;
  private final int hash;

  /// A key for a lookup, which does not outlive the call.
  static SessionKey of(byte[] bytes) {
    return new SessionKey(bytes);
  }

  /// A key that stays.
  static SessionKey copyOf(byte[] bytes) {
    return new SessionKey(bytes.clone());
  }

  private SessionKey(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SessionKey that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
