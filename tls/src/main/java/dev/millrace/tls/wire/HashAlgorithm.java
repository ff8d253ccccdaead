package dev.millrace.tls.wire;

/// The hash functions of the cipher suites, for transcripts, HKDF and the PRF of TLS 1.2.
public enum HashAlgorithm {
  SHA256("SHA-256", "HmacSHA256", 32, 64),
  SHA384("SHA-384", "HmacSHA384", 48, 128);

  private final String jcaName;
  private final String hmacName;
  private final int length;
  private final int blockLength;

  HashAlgorithm(String jcaName, String hmacName, int length, int blockLength) {
    this.jcaName = jcaName;
    this.hmacName = hmacName;
    this.length = length;
    this.blockLength = blockLength;
  }

  public String jcaName() {
    return jcaName;
  }

  public String hmacName() {
    return hmacName;
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
