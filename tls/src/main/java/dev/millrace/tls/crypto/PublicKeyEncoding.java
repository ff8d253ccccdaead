package dev.millrace.tls.crypto;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/// How the public keys of one algorithm are encoded: what TLS sends is the bits of the
/// SubjectPublicKeyInfo (RFC 5280, section 4.1) that the JCA reads and writes, and all that comes
/// before them is the same for every key. So one conversion serves all algorithms and providers.
final class PublicKeyEncoding {
  private final byte[] prefix;
  private final int length;

  /// @param prefix what comes before the bits, in hexadecimal
  /// @param length bytes of a public value
  PublicKeyEncoding(String prefix, int length) {
    this.prefix = HexFormat.of().parseHex(prefix);
    this.length = length;
  }

  /// Bytes of a public value.
  int length() {
    return length;
  }

  /// What is sent of a key.
  ///
  /// @throws LocalFailure if the provider that made the key encodes it otherwise
  byte[] valueOf(PublicKey key) throws LocalFailure {
    byte[] encoded = key.getEncoded();
    if (encoded == null
        || encoded.length != prefix.length + length
        || !Arrays.equals(encoded, 0, prefix.length, prefix, 0, prefix.length)) {
      throw new LocalFailure("unexpected encoding of a key of " + key.getAlgorithm(), null);
    }
    return Arrays.copyOfRange(encoded, prefix.length, encoded.length);
  }

  /// What a key factory makes the key from. Of the value only the length is checked.
  X509EncodedKeySpec keySpec(byte[] value) throws PeerMisbehaved {
    if (value.length != length) {
      throw new PeerMisbehaved(Misbehaviour.BAD_KEY_SHARE);
    }
    byte[] encoded = Arrays.copyOf(prefix, prefix.length + length);
    System.arraycopy(value, 0, encoded, prefix.length, length);
    return new X509EncodedKeySpec(encoded);
  }
}
