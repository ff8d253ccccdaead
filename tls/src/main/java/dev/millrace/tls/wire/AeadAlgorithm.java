package dev.millrace.tls.wire;

/// The record protection algorithms (RFC 5116), with their key and nonce sizes and how much may be
/// protected under one key.
public enum AeadAlgorithm {
  AES_128_GCM(16, 4, 1L << 24),
  AES_256_GCM(32, 4, 1L << 24),
  CHACHA20_POLY1305(32, 12, Long.MAX_VALUE);

  /// Bytes of the authentication tag, for all of them.
  public static final int TAG_LENGTH = 16;

  /// Bytes of the nonce, for all of them.
  public static final int NONCE_LENGTH = 12;

  private final int keyLength;
  private final int fixedIvLength12;
  private final long recordLimit;

  AeadAlgorithm(int keyLength, int fixedIvLength12, long recordLimit) {
    this.keyLength = keyLength;
    this.fixedIvLength12 = fixedIvLength12;
    this.recordLimit = recordLimit;
  }

  public int keyLength() {
    return keyLength;
  }

  /// Bytes of the nonce that TLS 1.2 derives from the key block: 4 with AES-GCM (RFC 5288, section
  /// 3), where the other 8 go with each record, and 12 with ChaCha20-Poly1305 (RFC 7905, section
  /// 2), which builds its nonce as TLS 1.3 does.
  public int fixedIvLength12() {
    return fixedIvLength12;
  }

  /// How many full-sized records may be protected under one key: RFC 8446, section 5.5, allows
  /// 2^24.5 with AES-GCM; with ChaCha20-Poly1305 the sequence number would end first.
  public long recordLimit() {
    return recordLimit;
  }
}
