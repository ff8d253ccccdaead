package dev.millrace.tls;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import javax.crypto.SecretKey;

/// A key that session tickets are encrypted with (RFC 5077, section 4; RFC 8446, section 4.6.1):
/// AES-256-GCM under a name that goes with each ticket.
///
/// Immutable; neither its text nor its equality reveals the key.
///
/// @param name 16 bytes by which a ticket's key is found again
/// @param key 32 bytes of AES
public record TicketKey(byte[] name, SecretKey key) {
  /// Bytes of a name.
  public static final int NAME_LENGTH = 16;

  /// @throws IllegalArgumentException if the name has another length
  public TicketKey {
    if (name.length != NAME_LENGTH) {
      throw new IllegalArgumentException("a ticket key's name has 16 bytes, not " + name.length);
    }
    name = name.clone();
    Objects.requireNonNull(key, "key");
  }

  @Override
  public byte[] name() {
    return name.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TicketKey that && Arrays.equals(name, that.name);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(name);
  }

  @Override
  public String toString() {
    return "TicketKey[" + HexFormat.of().formatHex(name) + "]";
  }
}
