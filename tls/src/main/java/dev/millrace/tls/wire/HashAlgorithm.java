package dev.millrace.tls.wire;

/// The hash functions of the cipher suites, for transcripts, HKDF and the PRF of TLS 1.2.
public enum HashAlgorithm {
  SHA256("SHA-256", 32, 64),
  SHA384("SHA-384", 48, 128);

  private final String jcaName;
  private final int length;
  private final int blockLength;

  HashAlgorithm(String jcaName, int length, int blockLength) {
    this.jcaName = jcaName;
    this.length = length;
    this.blockLength = blockLength;
  }

  public String jcaName() {
    return jcaName;
  }

  /// Bytes of a digest.
  public int length() {
    return length;
  }

  /// Bytes of a block of the compression function.
  public int blockLength() {
    return blockLength;
  }
}
