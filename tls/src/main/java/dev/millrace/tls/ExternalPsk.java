package dev.millrace.tls;

import dev.millrace.tls.crypto.Secret;
import java.util.Arrays;
import java.util.Objects;
import javax.crypto.SecretKey;

/// A key that client and server agreed on outside of TLS (RFC 8446, section 2.2; RFC 9257), by
/// which both prove who they are in TLS 1.3, without certificates. A key exchange still makes each
/// connection's secrets its own.
///
/// RFC 9257, section 6, asks for at least 128 bits of entropy; a password is not a key. Each pair
/// of peers needs a key of its own, and each key is for one hash.
///
/// Immutable; its text reveals neither identity nor key.
public final class ExternalPsk {
  private static final int MIN_LENGTH = 16;

  private final byte[] identity;
  private final Secret key;
  private final Hash hash;

  /// The hash that a key is for; it goes with the suites of that hash only.
  public enum Hash {
    SHA256,
    SHA384
  }

  private ExternalPsk(byte[] identity, Secret key, Hash hash) {
    this.identity = identity;
    this.key = key;
    this.hash = hash;
  }

  /// A key with its name.
  ///
  /// @param identity 1 to 65,535 bytes, sent in the clear
  /// @param key with an encoding of at least 16 bytes
  /// @throws IllegalArgumentException if either has another length
  public static ExternalPsk of(byte[] identity, SecretKey key, Hash hash) {
    byte[] encoded = Objects.requireNonNull(key.getEncoded(), "the key has no encoding");
    if (identity.length == 0 || identity.length > 0xFFFF) {
      throw new IllegalArgumentException("an identity has 1 to 65535 bytes");
    }
    if (encoded.length < MIN_LENGTH) {
      throw new IllegalArgumentException("a key has at least " + MIN_LENGTH + " bytes");
    }
    return new ExternalPsk(identity.clone(), new Secret(encoded), hash);
  }

  /// The name that the peers know the key by.
  public byte[] identity() {
    return identity.clone();
  }

  public Hash hash() {
    return hash;
  }

  /// The key, for the handshake.
  public SecretKey key() {
    return key;
  }

  /// Whether the key goes by a name.
  public boolean isNamed(byte[] name) {
    return Arrays.equals(identity, name);
  }

  @Override
  public String toString() {
    return "ExternalPsk[" + hash + "]";
  }
}
