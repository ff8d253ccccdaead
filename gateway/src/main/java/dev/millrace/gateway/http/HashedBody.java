package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A body that ends only if it has the hash that its signature covers.
final class HashedBody extends FilterInputStream {
  private final String expected;
  private final MessageDigest digest;
  private boolean isOver;

  /// @param expected its SHA-256 in lower-case hexadecimal digits
  HashedBody(InputStream body, String expected) {
    super(body);
    this.expected = expected;
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  static S3Error mismatch() {
    return new S3Error(
        Code.CONTENT_SHA256_MISMATCH,
        "The provided 'x-amz-content-sha256' header does not match what was computed.");
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = super.read(into, offset, length);
    if (count > 0) {
      digest.update(into, offset, count);
    } else if (count < 0 && !isOver) {
      isOver = true;
      if (!HexFormat.of().formatHex(digest.digest()).equals(expected)) {
        throw new RefusedBody(mismatch());
      }
    }
    return count;
  }
}
