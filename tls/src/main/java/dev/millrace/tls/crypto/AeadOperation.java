package dev.millrace.tls.crypto;

import dev.millrace.tls.wire.AeadAlgorithm;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;

/// One sealing or opening, for which an [AeadCipher] was set: additional data, then content in as
/// many parts as there are, the last with [#doFinal].
///
/// Content may not be worked on in place. For one thread at a time, and for one use.
public abstract sealed class AeadOperation {
  final Cipher cipher;

  private AeadOperation(Cipher cipher) {
    this.cipher = cipher;
  }

  /// The nonce that it was set to.
  public final byte[] getIV() {
    return cipher.getIV();
  }

  /// Takes what is authenticated and not encrypted, all at once, and copies it.
  public final void updateAAD(byte[] in, int offset, int length) {
    cipher.updateAAD(in, offset, length);
  }

  /// Takes a part of the content.
  ///
  /// @return how many bytes were put into `out`
  public abstract int update(byte[] in, int offset, int length, byte[] out, int outOffset)
      throws GeneralSecurityException;

  /// Takes the last part of the content.
  ///
  /// @return how many bytes were put into `out`
  /// @throws javax.crypto.AEADBadTagException if what it opens is not authentic
  public abstract int doFinal(byte[] in, int offset, int length, byte[] out, int outOffset)
      throws GeneralSecurityException;

  /// Works from the caller's array into the caller's array.
  static final class Straight extends AeadOperation {
    Straight(Cipher cipher) {
      super(cipher);
    }

    @Override
    public int update(byte[] in, int offset, int length, byte[] out, int outOffset)
        throws GeneralSecurityException {
      return cipher.update(in, offset, length, out, outOffset);
    }

    @Override
    public int doFinal(byte[] in, int offset, int length, byte[] out, int outOffset)
        throws GeneralSecurityException {
      return cipher.doFinal(in, offset, length, out, outOffset);
    }
  }

  /// Works in small arrays of its own, because native code copies arrays there and back **whole**:
  /// a record of 20 bytes in an array of 32 KiB takes it four times as long as in one of 1 KiB.
  static final class Copying extends AeadOperation {
    /// What most records of a handshake fit into.
    private static final int SHORT = 256;

    private final byte[] content;
    private final byte[] result;
    private final byte[] shortContent = new byte[SHORT];
    private final byte[] shortResult = new byte[SHORT + AeadAlgorithm.TAG_LENGTH];
    private int taken;

    /// @param most how many bytes of content there can be
    Copying(Cipher cipher, int most) {
      super(cipher);
      content = new byte[most];
      result = new byte[most + AeadAlgorithm.TAG_LENGTH];
    }

    @Override
    public int update(byte[] in, int offset, int length, byte[] out, int outOffset) {
      System.arraycopy(in, offset, content, taken, length);
      taken += length;
      return 0;
    }

    @Override
    public int doFinal(byte[] in, int offset, int length, byte[] out, int outOffset)
        throws GeneralSecurityException {
      byte[] from = content;
      byte[] to = result;
      try {
        update(in, offset, length, out, outOffset);
        if (taken <= SHORT) {
          from = shortContent;
          to = shortResult;
          System.arraycopy(content, 0, from, 0, taken);
        }
        int written = cipher.doFinal(from, 0, taken, to, 0);
        System.arraycopy(to, 0, out, outOffset, written);
        return written;
      } finally {
        Arrays.fill(content, 0, taken, (byte) 0);
        Arrays.fill(from, 0, taken, (byte) 0);
        Arrays.fill(to, 0, taken + AeadAlgorithm.TAG_LENGTH, (byte) 0);
        taken = 0;
      }
    }
  }
}
