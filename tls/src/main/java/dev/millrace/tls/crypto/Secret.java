package dev.millrace.tls.crypto;

import java.util.Arrays;
import javax.crypto.Mac;
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
    if (closed) {
      throw new IllegalStateException("the secret is closed");
    }
    return bytes.clone();
  }

  /// Gives the bytes to a HMAC as its data.
  ///
  /// @throws IllegalStateException if it is closed
  synchronized void feed(Mac mac) {
    if (closed) {
      throw new IllegalStateException("the secret is closed");
    }
    mac.update(bytes);
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
