package dev.millrace.tls.record;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.wire.AeadAlgorithm;

/// Records before there are keys: a header, and the content as it is (RFC 8446, section 5.1).
final class PlainRecords implements RecordProtection {
  @Override
  public int sealedLength(int contentLength, int padding) {
    if (padding != 0) {
      throw new IllegalArgumentException("unprotected records have no padding");
    }
    return Records.HEADER_LENGTH + contentLength;
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
      int outOffset) {
    Records.putHeader(type, legacyVersion, length, out, outOffset);
    System.arraycopy(in, offset, out, outOffset + Records.HEADER_LENGTH, length);
    return sealedLength(length, padding);
  }

  @Override
  public int plaintextLength(int recordLength) {
    return recordLength - Records.HEADER_LENGTH;
  }

  @Override
  public int maxPlaintextLength() {
    return Records.MAX_PLAINTEXT;
  }

  @Override
  public Opened open(byte[] in, int offset, int length, byte[] out, int outOffset)
      throws PeerMisbehaved {
    int content = plaintextLength(length);
    System.arraycopy(in, offset + Records.HEADER_LENGTH, out, outOffset, content);
    return new Opened(Records.outerType(in, offset), content);
  }

  @Override
  public boolean isProtected() {
    return false;
  }

  @Override
  public RecordAead next(
      CryptoServices crypto, AeadAlgorithm algorithm, RecordKeys keys, long maxRecords) {
    return new RecordAead(crypto, algorithm, keys, maxRecords);
  }

  @Override
  public void close() {
    // There is nothing to forget.
  }
}
