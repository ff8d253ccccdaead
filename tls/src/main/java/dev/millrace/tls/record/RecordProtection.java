package dev.millrace.tls.record;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.wire.AeadAlgorithm;

/// How the records of one direction look as long as its keys stay the same: what stands around the
/// content, and what keeps it secret and whole. Each kind has both directions of its layout side by
/// side; an instance is used for one of them only, as it has one key and one count of records.
///
/// [RecordSealer] and [RecordOpener] check what is the same for all kinds, before they come here:
/// that ranges lie within their arrays, and the limits of size.
///
/// Not safe for use by several threads.
sealed interface RecordProtection extends AutoCloseable
    permits PlainRecords, Tls12Records, Tls13Records {

  /// The length of a record with so much content and padding, header included.
  ///
  /// @throws IllegalArgumentException if there is padding, and this kind has none
  int sealedLength(int contentLength, int padding);

  /// Writes one record and returns its length.
  ///
  /// @param legacyVersion for the header; protected records have their own
  int seal(
      ContentType type,
      int legacyVersion,
      byte[] in,
      int offset,
      int length,
      int padding,
      byte[] out,
      int outOffset)
      throws LocalFailure;

  /// How many bytes opening a record of this length writes: all that was sealed, which is more than
  /// its content if there is padding. Negative if the record is too short to be one.
  int plaintextLength(int recordLength);

  /// The most that [#plaintextLength] may be by the protocol.
  int maxPlaintextLength();

  /// Opens one whole record. One that fails changes nothing but `out`.
  Opened open(byte[] in, int offset, int length, byte[] out, int outOffset) throws TlsFailure;

  boolean isProtected();

  /// What does the records of this direction after a change of keys. This one is closed.
  ///
  /// @param keys become its own
  RecordAead next(CryptoServices crypto, AeadAlgorithm algorithm, RecordKeys keys, long maxRecords);

  /// Forgets the keys, after which nothing can be sealed or opened.
  @Override
  void close();
}
