package dev.millrace.tls.crypto;

import dev.millrace.tls.pool.Pool;
import dev.millrace.tls.wire.AeadAlgorithm;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

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

  /// Works in small arrays, because native code copies arrays there and back **whole**: a record of
  /// 20 bytes in an array of 32 KiB takes it four times as long as in one of 1 KiB.
  static final class Copying extends AeadOperation {
    /// How often it was left with a key that is nobody's.
    long wipes;

    private @Nullable Scratch scratch;

    Copying(Cipher cipher) {
      super(cipher);
    }

    @Override
    public int update(byte[] in, int offset, int length, byte[] out, int outOffset) {
      scratch().add(in, offset, length);
      return 0;
    }

    @Override
    public int doFinal(byte[] in, int offset, int length, byte[] out, int outOffset)
        throws GeneralSecurityException {
      Scratch used = scratch();
      try {
        used.add(in, offset, length);
        return used.work(cipher, out, outOffset);
      } finally {
        scratch = null;
        used.wipe();
        Scratch.POOL.give(used);
      }
    }

    private Scratch scratch() {
      if (scratch == null) {
        scratch = Scratch.POOL.take();
      }
      return scratch;
    }
  }

  /// Arrays for one operation. A connection has none while it is idle.
  private static final class Scratch {
    static final Pool<Scratch> POOL = new Pool<>(64, Scratch::new);

    /// What most records of a handshake fit into.
    private static final int SHORT = 256;

    private final byte[] content = new byte[AeadCipher.SMALL];
    private final byte[] result = new byte[AeadCipher.SMALL + AeadAlgorithm.TAG_LENGTH];
    private final byte[] shortContent = new byte[SHORT];
    private final byte[] shortResult = new byte[SHORT + AeadAlgorithm.TAG_LENGTH];
    private int taken;

    void add(byte[] in, int offset, int length) {
      System.arraycopy(in, offset, content, taken, length);
      taken += length;
    }

    int work(Cipher cipher, byte[] out, int outOffset) throws GeneralSecurityException {
      boolean isShort = taken <= SHORT;
      byte[] from = isShort ? shortContent : content;
      byte[] to = isShort ? shortResult : result;
      if (isShort) {
        System.arraycopy(content, 0, from, 0, taken);
      }
      int written = cipher.doFinal(from, 0, taken, to, 0);
      System.arraycopy(to, 0, out, outOffset, written);
      return written;
    }

    void wipe() {
      int used = taken + AeadAlgorithm.TAG_LENGTH;
      Arrays.fill(content, 0, taken, (byte) 0);
      if (taken <= SHORT) {
        Arrays.fill(shortContent, 0, taken, (byte) 0);
        Arrays.fill(shortResult, 0, used, (byte) 0);
      } else {
        Arrays.fill(result, 0, used, (byte) 0);
      }
      taken = 0;
    }
  }
}
