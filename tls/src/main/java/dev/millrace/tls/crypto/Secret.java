package dev.millrace.tls.crypto;

import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.SecretKey;

/// Bytes that nobody else may know: redacted in every text, zero once closed. To the JCA it is a
/// raw key.
///
/// Safe for use by several threads until it is closed; whoever owns it closes it.
public final class Secret implements SecretKey, AutoCloseable {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // never serialized: see writeObject
  private final byte[] bytes;

  private volatile boolean closed;

  /// @param bytes become this secret's own, and must not be used by the caller any more
  public Secret(byte[] bytes) {
    this.bytes = bytes;
  }

  public int length() {
    return bytes.length;
  }

  /// A copy of the bytes, which the caller has to zero.
  ///
  /// @throws IllegalStateException if it is closed
  @Override
  public synchronized byte[] getEncoded() {
    requireOpen();
    return bytes.clone();
  }

  /// Gives the bytes to a hash.
  ///
  /// @throws IllegalStateException if it is closed
  synchronized void feed(MessageDigest digest) {
    requireOpen();
    digest.update(bytes);
  }

  /// Puts the bytes at the beginning of an array.
  ///
  /// @throws IllegalStateException if it is closed
  synchronized void copyTo(byte[] array) {
    requireOpen();
    System.arraycopy(bytes, 0, array, 0, bytes.length);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the secret is closed");
    }
  }

  @Override
  public String getAlgorithm() {
    return "Generic";
  }

  @Override
  public String getFormat() {
    return "RAW";
  }

  @Override
  public synchronized void close() {
    closed = true;
    Arrays.fill(bytes, (byte) 0);
  }

  @Override
  public void destroy() {
    close();
  }

  @Override
  public boolean isDestroyed() {
    return closed;
  }

  @Override
  public String toString() {
    return "Secret[" + bytes.length + " bytes]";
  }

  private void writeObject(java.io.ObjectOutputStream out) throws java.io.IOException {
    throw new java.io.NotSerializableException("a secret");
  }
}
