package dev.millrace.tls.wire;

/// The record protection algorithms (RFC 5116), with their key and nonce sizes and how much may be
/// protected under one key.
public enum AeadAlgorithm {
  AES_128_GCM(16, 4, 1L << 38),
  AES_256_GCM(32, 4, 1L << 38),
  CHACHA20_POLY1305(32, 12, Long.MAX_VALUE);

  /// Bytes of the authentication tag, for all of them.
  public static final int TAG_LENGTH = 16;

  /// Bytes of the nonce, for all of them.
  public static final int NONCE_LENGTH = 12;

  private final int keyLength;
  private final int fixedIvLength12;
  private final long byteLimit;

  AeadAlgorithm(int keyLength, int fixedIvLength12, long byteLimit) {
    this.keyLength = keyLength;
    this.fixedIvLength12 = fixedIvLength12;
    this.byteLimit = byteLimit;
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

  /// How many bytes of records may be protected under one key. RFC 8446, section 5.5, allows 2^24.5
  /// records of full size with AES-GCM, and this is 2^24. It stands in bytes because what wears a
  /// key out is blocks of the cipher: small records may be more. The analysis it comes from (Luykx
  /// and Paterson, "Limits on Authenticated Encryption Use in TLS") holds for TLS 1.2 alike. With
  /// ChaCha20-Poly1305 the sequence number would end first.
  public long byteLimit() {
    return byteLimit;
  }
}
