package dev.millrace.seal;

import dev.millrace.seal.SealException.Reason;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/// Encrypts and decrypts the segments of one container, by AES-GCM.
///
/// A nonce is the container's prefix, the segment's number and whether it is the last. So a segment
/// authenticates in its place only, and none can be cut off the end unnoticed (the STREAM
/// construction; Hoang and Shen, "Security of Streaming Encryption in Google's Tink Library",
/// 2020).
///
/// For one thread at a time; whoever gives the cipher keeps it from others meanwhile. Arrays only,
/// and never in place: the JDK is two to three times faster so.
final class SegmentCipher {
  private static final int TAG_BITS = 8 * Layout.TAG;

  private final Cipher cipher;
  private final ContainerKey container;

  SegmentCipher(Cipher cipher, ContainerKey container) {
    this.cipher = cipher;
    this.container = container;
  }

  /// Encrypts `length` bytes and puts the tag behind them.
  ///
  /// @return how many bytes that is
  int seal(byte[] from, int offset, int length, byte[] to, int at, long segment, boolean last) {
    try {
      cipher.init(Cipher.ENCRYPT_MODE, container.key, nonce(segment, last));
      return cipher.doFinal(from, offset, length, to, at);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM failed", e);
    }
  }

  /// Decrypts what [#seal] made of a segment.
  ///
  /// @throws SealException if it is not authentic; then nothing is in `to`
  void open(byte[] from, int offset, int length, byte[] to, int at, long segment, boolean last)
      throws SealException {
    try {
      cipher.init(Cipher.DECRYPT_MODE, container.key, nonce(segment, last));
      cipher.doFinal(from, offset, length, to, at);
    } catch (AEADBadTagException e) {
      throw new SealException(
          Reason.NOT_AUTHENTIC,
          "segment "
              + segment
              + (last ? ", the last," : "")
              + " is not authentic: it was changed"
              + (last ? " or cut short" : "")
              + ", or is not what it is opened as",
          e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM failed", e);
    }
  }

  private GCMParameterSpec nonce(long segment, boolean last) {
    ByteBuffer nonce = ByteBuffer.allocate(12).put(container.noncePrefix).putInt((int) segment);
    return new GCMParameterSpec(TAG_BITS, nonce.put((byte) (last ? 1 : 0)).array());
  }
}
