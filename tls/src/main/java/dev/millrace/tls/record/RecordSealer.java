package dev.millrace.tls.record;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.wire.AeadAlgorithm;
import java.util.Objects;

/// Makes the records that are sent as long as the keys stay the same: for each change of keys there
/// is a new one, which comes from the one before. It owns its keys, and counts its records.
///
/// Not safe for use by several threads.
public final class RecordSealer implements AutoCloseable {
  private final RecordProtection protection;
  private final long byteLimit;
  private long sealed;

  private RecordSealer(RecordProtection protection, long byteLimit) {
    this.protection = protection;
    this.byteLimit = byteLimit;
  }

  /// Before there are keys.
  public static RecordSealer plaintext() {
    return new RecordSealer(new PlainRecords(), Long.MAX_VALUE);
  }

  /// What comes after this with keys of TLS 1.3, which wear out when the algorithm says so. This
  /// one is closed.
  ///
  /// @param keys become the sealer's own
  public RecordSealer tls13(CryptoServices crypto, AeadAlgorithm algorithm, RecordKeys keys) {
    return tls13(crypto, algorithm, keys, algorithm.byteLimit());
  }

  /// The same with keys that wear out after so many bytes. It goes on sealing after that, as the
  /// message that tells of the update is itself sealed with the old keys.
  public RecordSealer tls13(
      CryptoServices crypto, AeadAlgorithm algorithm, RecordKeys keys, long byteLimit) {
    RecordAead aead = protection.next(crypto, algorithm, keys, RecordAead.MAX_RECORDS);
    return new RecordSealer(new Tls13Records(aead), byteLimit);
  }

  /// What comes after this with keys of TLS 1.2, which wear out when the algorithm says so. This
  /// one is closed.
  ///
  /// @param keys become the sealer's own
  public RecordSealer tls12(CryptoServices crypto, AeadAlgorithm algorithm, RecordKeys keys) {
    return tls12(crypto, algorithm, keys, algorithm.byteLimit());
  }

  /// The same with keys that wear out after so many bytes. It goes on sealing after that, as the
  /// alert that ends the connection is itself sealed.
  public RecordSealer tls12(
      CryptoServices crypto, AeadAlgorithm algorithm, RecordKeys keys, long byteLimit) {
    RecordAead aead = protection.next(crypto, algorithm, keys, RecordAead.MAX_RECORDS);
    return new RecordSealer(new Tls12Records(aead, algorithm), byteLimit);
  }

  /// The length of a record in bytes, header included.
  ///
  /// @param padding zero bytes to be added to the plaintext, which only TLS 1.3 can do
  /// @throws IllegalArgumentException if it is more than goes into one record, or there is padding
  ///   and these records have none
  public int sealedLength(int plaintextLength, int padding) {
    if (plaintextLength < 0 || padding < 0 || plaintextLength > Records.MAX_PLAINTEXT - padding) {
      throw new IllegalArgumentException(
          plaintextLength + " bytes and " + padding + " of padding do not go into a record");
    }
    return protection.sealedLength(plaintextLength, padding);
  }

  /// Writes one record, and returns its length, header included, which is [#sealedLength].
  ///
  /// @param legacyVersion the version in the header of an unprotected record:
  ///   [Records#FIRST_VERSION] or [Records#VERSION], which protected ones always have
  /// @param in must not overlap with what is written of `out`
  /// @throws LocalFailure if the cipher failed, or no more records may be sealed; nothing that it
  ///   wrote may then be sent
  /// @throws IllegalStateException if it is closed
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
    Objects.checkFromIndexSize(offset, length, in.length);
    int recordLength = sealedLength(length, padding);
    Objects.checkFromIndexSize(outOffset, recordLength, out.length);
    // RFC 8446, section 5.1: "Implementations MUST NOT send zero-length fragments of Handshake
    // types, even if those fragments contain padding."
    // RFC 5246, section 6.2.1: "Implementations MUST NOT send zero-length fragments of Handshake,
    // Alert, or ChangeCipherSpec content types."
    if (length == 0 && type != ContentType.APPLICATION_DATA) {
      throw new IllegalArgumentException("an empty record of type " + type);
    }
    sealed += recordLength;
    return protection.seal(type, legacyVersion, in, offset, length, padding, out, outOffset);
  }

  /// Whether so much was sealed that no more data should be under these keys. Always false without
  /// keys.
  public boolean isWornOut() {
    return sealed >= byteLimit;
  }

  public boolean isProtected() {
    return protection.isProtected();
  }

  /// Forgets the keys.
  @Override
  public void close() {
    protection.close();
  }
}
