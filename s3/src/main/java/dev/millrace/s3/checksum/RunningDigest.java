package dev.millrace.s3.checksum;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Base64;

/// A digest of bytes that come one after another.
public final class RunningDigest implements RunningChecksum {
  private final MessageDigest digest;

  RunningDigest(MessageDigest digest) {
    this.digest = digest;
  }

  @Override
  public void update(byte[] bytes, int offset, int length) {
    digest.update(bytes, offset, length);
  }

  @Override
  public void update(ByteBuffer bytes) {
    digest.update(bytes);
  }

  @Override
  public String finish() {
    return Base64.getEncoder().encodeToString(digest.digest());
  }
}
