package dev.millrace.s3.checksum;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The digests of S3. They need every byte in its order, so parts that are read side by side cannot
/// be verified with them.
public enum DigestAlgorithm implements ChecksumAlgorithm {
  SHA1("x-amz-checksum-sha1", "SHA-1", 20),
  SHA256("x-amz-checksum-sha256", "SHA-256", 32);

  private final String header;
  private final String digest;
  private final int length;

  DigestAlgorithm(String header, String digest, int length) {
    this.header = header;
    this.digest = digest;
    this.length = length;
  }

  @Override
  public String header() {
    return header;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public RunningDigest start() {
    try {
      return new RunningDigest(MessageDigest.getInstance(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + digest, e);
    }
  }
}
