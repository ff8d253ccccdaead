package dev.millrace.tls;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.keys.ImportedPsk;
import dev.millrace.tls.wire.HashAlgorithm;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.crypto.SecretKey;

/// A key that client and server agreed on outside of TLS (RFC 8446, section 2.2; RFC 9257), by
/// which both prove who they are in TLS 1.3, without certificates. A key exchange still makes each
/// connection's secrets its own.
///
/// RFC 9257, section 6, asks for at least 128 bits of entropy; a password is not a key. Each pair
/// of peers needs a key of its own, and each key is for one hash. A key that is to serve with every
/// hash, or with other protocols too, is [#imported]; peers must agree on that as well.
///
/// Immutable; its text reveals neither identity nor key.
public final class ExternalPsk {
  private static final int MIN_LENGTH = 16;
  private static final int MAX_IDENTITY = 0xFFFF;
  private static final int MAX_NAME = 60_000;
  private static final int MAX_CONTEXT = 5_000;

  private final byte[] name;
  private final byte[] identity;
  private final Secret key;
  private final Hash hash;
  private final boolean imported;

  /// The hash that a key is for; it goes with the suites of that hash only.
  public enum Hash {
    SHA256(HashAlgorithm.SHA256),
    SHA384(HashAlgorithm.SHA384);

    private final HashAlgorithm algorithm;

    Hash(HashAlgorithm algorithm) {
      this.algorithm = algorithm;
    }
  }

  private static final class Cryptography {
    private static final CryptoServices SERVICES = CryptoServices.resolve();
  }

  private ExternalPsk(byte[] name, byte[] identity, Secret key, Hash hash, boolean imported) {
    this.name = name;
    this.identity = identity;
    this.key = key;
    this.hash = hash;
    this.imported = imported;
  }

  /// A key with its name.
  ///
  /// @param identity 1 to 65,535 bytes, sent in the clear
  /// @param key with an encoding of at least 16 bytes
  /// @throws IllegalArgumentException if either has another length
  public static ExternalPsk of(byte[] identity, SecretKey key, Hash hash) {
    requireLength(identity, 1, MAX_IDENTITY);
    byte[] name = identity.clone();
    return new ExternalPsk(name, name, secret(key), hash, false);
  }

  /// The keys that are derived from one, for TLS 1.3 with each [Hash] (RFC 9258). They are
  /// configured together, so that the handshake is free in its choice of a suite, and the key
  /// itself is used for nothing else in TLS.
  ///
  /// @param name of the key, 1 to 60,000 bytes, sent in the clear
  /// @param key with an encoding of at least 16 bytes
  /// @param hash that was agreed on along with the key; [Hash#SHA256] if none was
  /// @param context what else both sides agree on, such as who is who; sent in the clear, 5,000
  ///   bytes at most, and may be empty
  /// @throws IllegalArgumentException if one of them has another length
  public static List<ExternalPsk> imported(byte[] name, SecretKey key, Hash hash, byte[] context) {
    requireLength(name, 1, MAX_NAME);
    requireLength(context, 0, MAX_CONTEXT);
    try (Secret secret = secret(key)) {
      return Stream.of(Hash.values())
          .map(target -> {
            ImportedPsk psk =
                ImportedPsk.of(
                    Cryptography.SERVICES, hash.algorithm, secret, name, context, target.algorithm);
            return new ExternalPsk(name.clone(), psk.identity(), psk.key(), target, true);
          })
          .toList();
    }
  }

  private static void requireLength(byte[] bytes, int least, int most) {
    if (bytes.length < least || bytes.length > most) {
      throw new IllegalArgumentException(
          "expected %d to %d bytes, not %d".formatted(least, most, bytes.length));
    }
  }

  private static Secret secret(SecretKey key) {
    byte[] encoded = Objects.requireNonNull(key.getEncoded(), "the key has no encoding");
    if (encoded.length < MIN_LENGTH) {
      throw new IllegalArgumentException("a key has at least " + MIN_LENGTH + " bytes");
    }
    return new Secret(encoded);
  }

  /// The name that was given to the key.
  public byte[] name() {
    return name.clone();
  }

  /// What the key goes by in a handshake: its name, or if it is imported, a structure that says
  /// what it was derived from and for (RFC 9258, section 4.1).
  public byte[] identity() {
    return identity.clone();
  }

  /// Whether the key was derived for TLS, rather than taken as it is.
  public boolean isImported() {
    return imported;
  }

  public Hash hash() {
    return hash;
  }

  /// The key, for the handshake.
  public SecretKey key() {
    return key;
  }

  /// Whether the key goes by an identity.
  public boolean isNamed(byte[] candidate) {
    return Arrays.equals(identity, candidate);
  }

  @Override
  public String toString() {
    return "ExternalPsk[" + hash + "]";
  }
}
