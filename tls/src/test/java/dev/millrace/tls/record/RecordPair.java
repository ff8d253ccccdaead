package dev.millrace.tls.record;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.wire.AeadAlgorithm;
import dev.millrace.tls.wire.ProtocolVersion;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;

/// One kind of protection, and sealers and openers of it that have the same keys. What they write
/// is always in the midst of other bytes, which must not change.
record RecordPair(ProtocolVersion version, AeadAlgorithm algorithm) {
  static final CryptoServices CRYPTO = crypto();

  private static final int MARGIN = 7;
  private static final byte MARK = 0x55;

  /// A content and the type that it came with.
  @SuppressWarnings("ArrayRecordComponent") // taken apart, never compared
  record Content(ContentType type, byte[] bytes) {}

  static Stream<RecordPair> all() {
    return Arrays.stream(ProtocolVersion.values())
        .flatMap(version ->
            Arrays.stream(AeadAlgorithm.values())
                .map(algorithm -> new RecordPair(version, algorithm)));
  }

  static RecordPair of13() {
    return new RecordPair(ProtocolVersion.TLS_1_3, AeadAlgorithm.AES_128_GCM);
  }

  static RecordPair of12() {
    return new RecordPair(ProtocolVersion.TLS_1_2, AeadAlgorithm.AES_128_GCM);
  }

  boolean is13() {
    return version == ProtocolVersion.TLS_1_3;
  }

  int ivLength() {
    return is13() ? AeadAlgorithm.NONCE_LENGTH : algorithm.fixedIvLength12();
  }

  byte[] key() {
    return bytes(algorithm.keyLength(), 1);
  }

  byte[] iv() {
    return bytes(ivLength(), 2);
  }

  RecordKeys keys() {
    return keys(key(), iv());
  }

  RecordSealer sealer() {
    return is13()
        ? RecordSealer.plaintext().tls13(CRYPTO, algorithm, keys())
        : RecordSealer.plaintext().tls12(CRYPTO, algorithm, keys());
  }

  RecordOpener opener() {
    return opener(keys());
  }

  RecordOpener opener(RecordKeys keys) {
    return is13()
        ? RecordOpener.plaintext().tls13(CRYPTO, algorithm, keys)
        : RecordOpener.plaintext().tls12(CRYPTO, algorithm, keys);
  }

  /// For contents that only another implementation would send.
  RecordProtection protection() {
    RecordAead aead = new RecordAead(CRYPTO, algorithm, keys(), RecordAead.MAX_RECORDS);
    return is13() ? new Tls13Records(aead) : new Tls12Records(aead, algorithm);
  }

  static RecordKeys keys(byte[] key, byte[] iv) {
    return new RecordKeys(new Secret(key), iv);
  }

  /// Bytes that are the same for the same arguments.
  static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  static byte[] seal(RecordSealer sealer, ContentType type, byte[] content, int padding)
      throws TlsFailure {
    byte[] in = surrounded(content.length);
    System.arraycopy(content, 0, in, MARGIN, content.length);
    byte[] out = surrounded(sealer.sealedLength(content.length, padding));
    int length =
        sealer.seal(type, Records.FIRST_VERSION, in, MARGIN, content.length, padding, out, MARGIN);
    return inner(out, length);
  }

  static byte[] seal(RecordSealer sealer, byte[] content) throws TlsFailure {
    return seal(sealer, ContentType.APPLICATION_DATA, content, 0);
  }

  static Content open(RecordOpener opener, byte[] record) throws TlsFailure {
    int length = Records.recordLength(ByteBuffer.wrap(record), Records.MAX_CIPHERTEXT_12);
    if (length != record.length) {
      throw new AssertionError("not one whole record");
    }
    byte[] in = surrounded(length);
    System.arraycopy(record, 0, in, MARGIN, length);
    byte[] out = surrounded(opener.maxPlaintextLength(length));
    Opened opened = opener.open(in, MARGIN, length, out, MARGIN);
    return new Content(
        opened.type(), Arrays.copyOf(inner(out, out.length - 2 * MARGIN), opened.length()));
  }

  private static byte[] surrounded(int length) {
    byte[] array = new byte[length + 2 * MARGIN];
    Arrays.fill(array, MARK);
    return array;
  }

  private static byte[] inner(byte[] array, int length) {
    for (int i = 0; i < MARGIN; i++) {
      if (array[i] != MARK || array[array.length - 1 - i] != MARK) {
        throw new AssertionError("written outside of its range");
      }
    }
    if (length != array.length - 2 * MARGIN) {
      throw new AssertionError("another length than announced");
    }
    return Arrays.copyOfRange(array, MARGIN, MARGIN + length);
  }

  private static CryptoServices crypto() {
    return CryptoServices.resolve();
  }
}
