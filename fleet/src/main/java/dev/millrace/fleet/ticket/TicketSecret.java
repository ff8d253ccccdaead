package dev.millrace.fleet.ticket;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/// A key of session tickets under its name. Neither its text nor its equality reveals the key.
///
/// Immutable.
public final class TicketSecret {
  /// Bytes of a name, which goes with each ticket (RFC 5077, section 4).
  public static final int NAME_LENGTH = 16;

  /// Bytes of a key, for AES-256.
  public static final int KEY_LENGTH = 32;

  private final byte[] name;
  private final byte[] key;

  /// @throws IllegalArgumentException if the name or the key has another length
  public TicketSecret(byte[] name, byte[] key) {
    if (name.length != NAME_LENGTH || key.length != KEY_LENGTH) {
      throw new IllegalArgumentException(
          "a name of 16 bytes and a key of 32, not " + name.length + " and " + key.length);
    }
    this.name = name.clone();
    this.key = key.clone();
  }

  static TicketSecret random(SecureRandom random) {
    byte[] name = new byte[NAME_LENGTH];
    byte[] key = new byte[KEY_LENGTH];
    random.nextBytes(name);
    random.nextBytes(key);
    return new TicketSecret(name, key);
  }

  /// The name, in an array of the caller's own.
  public byte[] name() {
    return name.clone();
  }

  /// The key, in an array of the caller's own, which nobody else clears.
  public byte[] key() {
    return key.clone();
  }

  /// Whether `other` is its name.
  public boolean isNamed(byte[] other) {
    return Arrays.equals(name, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TicketSecret that && Arrays.equals(name, that.name);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(name);
  }

  @Override
  public String toString() {
    return "TicketSecret[" + HexFormat.of().formatHex(name) + "]";
  }
}
