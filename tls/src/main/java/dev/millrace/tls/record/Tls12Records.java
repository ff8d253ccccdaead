package dev.millrace.tls.record;

import dev.millrace.tls.crypto.AeadOperation;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.wire.AeadAlgorithm;
import java.util.Arrays;

/// Protected records of TLS 1.2 with an AEAD (RFC 5246, section 6.2.3.3):
///
/// ```
/// | header (5) | explicit nonce (8 or none) | sealed: content | tag (16) |
/// ```
///
/// The explicit nonce is the part of the nonce that is not agreed upon with the keys: 8 bytes of
/// the sender's choice with AES-GCM (RFC 5288, section 3), which here are the record's number, and
/// none with ChaCha20-Poly1305 (RFC 7905, section 2). The additional data is the record's number
/// and a header that has the length of the content.
final class Tls12Records implements RecordProtection {
  private final RecordAead aead;
  private final int explicitNonceLength;
  private final byte[] additionalData = new byte[Long.BYTES + Records.HEADER_LENGTH];

  Tls12Records(RecordAead aead, AeadAlgorithm algorithm) {
    this.aead = aead;
    this.explicitNonceLength = AeadAlgorithm.NONCE_LENGTH - algorithm.fixedIvLength12();
  }

  @Override
  public int sealedLength(int contentLength, int padding) {
    if (padding != 0) {
      throw new IllegalArgumentException("records of TLS 1.2 have no padding");
    }
    return bodyOffset() + contentLength + AeadAlgorithm.TAG_LENGTH;
  }

  @Override
  public int seal(
      ContentType type,
      int legacyVersion,
      byte[] in,
      int offset,
      int length,
      int padding,
      byte[] out,
      int outOffset)
      throws LocalFailure {
    int recordLength = sealedLength(length, padding);
    Records.putHeader(type, Records.VERSION, recordLength - Records.HEADER_LENGTH, out, outOffset);
    aead.seal(
        recordLength,
        (operation, number) -> {
          if (explicitNonceLength != 0) {
            // RFC 5288, section 3: "Each value of the nonce_explicit MUST be distinct for each
            // distinct invocation of the GCM encrypt function for any fixed key."
            RecordAead.putNumber(number, out, outOffset + Records.HEADER_LENGTH);
          }
          addData(operation, number, out, outOffset, length);
          return operation.doFinal(in, offset, length, out, outOffset + bodyOffset());
        });
    return recordLength;
  }

  @Override
  public int plaintextLength(int recordLength) {
    return recordLength - bodyOffset() - AeadAlgorithm.TAG_LENGTH;
  }

  @Override
  public int maxPlaintextLength() {
    return Records.MAX_PLAINTEXT;
  }

  @Override
  public Opened open(byte[] in, int offset, int length, byte[] out, int outOffset)
      throws TlsFailure {
    ContentType type = Records.outerType(in, offset);
    if (Records.version(in, offset) != Records.VERSION) {
      throw new PeerMisbehaved(Misbehaviour.WRONG_RECORD_VERSION);
    }
    if (plaintextLength(length) < 0) {
      throw new PeerMisbehaved(Misbehaviour.BAD_RECORD_MAC);
    }
    RecordAead.Work work =
        (operation, number) -> {
          addData(operation, number, in, offset, plaintextLength(length));
          return operation.doFinal(
              in, offset + bodyOffset(), length - bodyOffset(), out, outOffset);
        };
    int contentLength =
        explicitNonceLength == 0
            ? aead.open(length, work)
            : aead.open(RecordAead.number(in, offset + Records.HEADER_LENGTH), length, work);
    return new Opened(type, contentLength);
  }

  @Override
  public boolean isProtected() {
    return true;
  }

  @Override
  public RecordAead next(
      CryptoServices crypto, AeadAlgorithm algorithm, RecordKeys keys, long maxRecords) {
    return aead.next(crypto, algorithm, keys, maxRecords);
  }

  @Override
  public void close() {
    aead.close();
    Arrays.fill(additionalData, (byte) 0);
  }

  private int bodyOffset() {
    return Records.HEADER_LENGTH + explicitNonceLength;
  }

  /// Adds the number, and the record's header with another length in it.
  private void addData(
      AeadOperation operation, long number, byte[] record, int offset, int contentLength) {
    byte[] data = additionalData;
    RecordAead.putNumber(number, data, 0);
    System.arraycopy(record, offset, data, Long.BYTES, Records.HEADER_LENGTH - 2);
    data[data.length - 2] = (byte) (contentLength >>> 8);
    data[data.length - 1] = (byte) contentLength;
    operation.updateAAD(data, 0, data.length);
  }
}
