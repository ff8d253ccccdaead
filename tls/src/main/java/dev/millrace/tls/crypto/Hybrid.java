package dev.millrace.tls.crypto;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import java.util.Arrays;

/// How X25519MLKEM768 joins its halves (draft-ietf-tls-ecdhe-mlkem, section 4): ML-KEM comes first,
/// in both shares and in the secret, and X25519 is the last 32 bytes.
final class Hybrid {
  private static final int X25519_LENGTH = Curve.X25519.encoding().length();

  private Hybrid() {}

  static byte[] join(byte[] mlKem, byte[] x25519) {
    byte[] joint = Arrays.copyOf(mlKem, mlKem.length + x25519.length);
    System.arraycopy(x25519, 0, joint, mlKem.length, x25519.length);
    return joint;
  }

  /// The joint secret of 64 bytes. The halves are zeroed.
  static Secret secret(byte[] mlKem, byte[] x25519) {
    byte[] joint = join(mlKem, x25519);
    Arrays.fill(mlKem, (byte) 0);
    Arrays.fill(x25519, (byte) 0);
    return new Secret(joint);
  }

  /// The ML-KEM half of a peer's share.
  ///
  /// @param length that it must have
  static byte[] mlKemOf(byte[] share, int length) throws PeerMisbehaved {
    if (share.length != length + X25519_LENGTH) {
      throw new PeerMisbehaved(Misbehaviour.BAD_KEY_SHARE);
    }
    return Arrays.copyOf(share, length);
  }

  /// The X25519 half of a share that has passed [#mlKemOf].
  static byte[] x25519Of(byte[] share) {
    return Arrays.copyOfRange(share, share.length - X25519_LENGTH, share.length);
  }
}
