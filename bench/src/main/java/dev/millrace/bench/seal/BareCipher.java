package dev.millrace.bench.seal;

import dev.millrace.seal.SealConfig;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// The cipher that [dev.millrace.seal.Sealer] encrypts by, alone: AES-256-GCM from array to array,
/// in pieces of a segment's size. For one thread.
final class BareCipher {
  private static final int SEGMENT = SealConfig.standard().segmentSize();
  private static final int TAG = 16;

  private final SecretKeySpec key = new SecretKeySpec(new byte[32], "AES");
  private final Cipher cipher;

  BareCipher() {
    try {
      cipher = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES-GCM", e);
    }
  }

  /// Encrypts the first `length` bytes of `from`.
  ///
  /// @param number not used before
  /// @return how many bytes of `to` it has then
  int encrypt(byte[] from, int length, byte[] to, long number) {
    return apply(Cipher.ENCRYPT_MODE, from, length, SEGMENT, to, number);
  }

  /// Decrypts all of what [#encrypt] made.
  ///
  /// @return how many bytes of `to` it has then
  int decrypt(byte[] from, byte[] to, long number) {
    return apply(Cipher.DECRYPT_MODE, from, from.length, SEGMENT + TAG, to, number);
  }

  private int apply(int mode, byte[] from, int length, int piece, byte[] to, long number) {
    int done = 0;
    try {
      for (int i = 0; i < length; i += piece) {
        byte[] nonce = ByteBuffer.allocate(12).putLong(number).putInt(i / piece).array();
        cipher.init(mode, key, new GCMParameterSpec(8 * TAG, nonce));
        done += cipher.doFinal(from, i, Math.min(piece, length - i), to, done);
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM failed", e);
    }
    return done;
  }
}
