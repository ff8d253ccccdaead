package dev.millrace.tls.record;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.wire.AeadAlgorithm;
import java.util.Arrays;
import java.util.Objects;

/// Opens the records that are received as long as the keys stay the same: for each change of keys
/// there is a new one, which comes from the one before. It owns its keys, and counts its records.
///
/// Not safe for use by several threads.
public final class RecordOpener implements AutoCloseable {
  private final RecordProtection protection;
  private int plaintextLimit;

  private RecordOpener(RecordProtection protection) {
    this.protection = protection;
    this.plaintextLimit = protection.maxPlaintextLength();
  }

  /// Before there are keys.
  public static RecordOpener plaintext() {
    return new RecordOpener(new PlainRecords());
  }

  /// What comes after this with keys of TLS 1.3. This one is closed.
  ///
  /// @param keys become the opener's own
  public RecordOpener tls13(CryptoServices crypto, AeadAlgorithm algorithm, RecordKeys keys) {
    return tls13(crypto, algorithm, keys, RecordAead.MAX_RECORDS);
  }

  RecordOpener tls13(
      CryptoServices crypto, AeadAlgorithm algorithm, RecordKeys keys, long maxRecords) {
    return new RecordOpener(new Tls13Records(protection.next(crypto, algorithm, keys, maxRecords)));
  }

  /// What comes after this with keys of TLS 1.2. This one is closed.
  ///
  /// @param keys become the opener's own
  public RecordOpener tls12(CryptoServices crypto, AeadAlgorithm algorithm, RecordKeys keys) {
    return tls12(crypto, algorithm, keys, RecordAead.MAX_RECORDS);
  }

  RecordOpener tls12(
      CryptoServices crypto, AeadAlgorithm algorithm, RecordKeys keys, long maxRecords) {
    return new RecordOpener(
        new Tls12Records(protection.next(crypto, algorithm, keys, maxRecords), algorithm));
  }

  /// Sets the record size limit that the peer was told (RFC 8449, section 4): the value of the
  /// extension, which in TLS 1.3 counts the byte for the type and the padding too. Without it, the
  /// limit is the protocol's, which no value can exceed. Unprotected records have no other.
  public void plaintextLimit(int recordSizeLimit) {
    if (protection.isProtected()) {
      plaintextLimit = Math.min(recordSizeLimit, protection.maxPlaintextLength());
    }
  }

  /// At most how many bytes [#open] writes for a record of this length, header included. In TLS 1.3
  /// this is more than the content, by its type and padding.
  public int maxPlaintextLength(int recordLength) {
    return Math.max(0, protection.plaintextLength(recordLength));
  }

  /// Opens one whole record, as [Records#recordLength] delimits it. A record that fails does not
  /// count, and leaves nothing but zeros in `out`; the next one may succeed.
  ///
  /// Unprotected records are just copied, of whatever type: it is for the caller to know when which
  /// type may be unprotected, and to see those to which keys do not apply, such as the
  /// ChangeCipherSpec that TLS 1.3 ignores, by their [Records#outerType] before they come here.
  ///
  /// @param length of the record in bytes, header included
  /// @param out has room for [#maxPlaintextLength], and must not overlap with the record
  /// @throws IllegalStateException if it is closed
  public Opened open(byte[] in, int offset, int length, byte[] out, int outOffset)
      throws TlsFailure {
    int plaintextLength = maxPlaintextLength(length);
    Objects.checkFromIndexSize(offset, length, in.length);
    Objects.checkFromIndexSize(outOffset, plaintextLength, out.length);
    if (length < Records.HEADER_LENGTH
        || Records.fragmentLength(in, offset) != length - Records.HEADER_LENGTH) {
      throw new IllegalArgumentException("not one whole record");
    }
    // RFC 8446, section 5.2: "An endpoint that receives a record from its peer with
    // TLSCiphertext.length larger than 2^14 + 256 octets MUST terminate the connection with a
    // "record_overflow" alert."
    // RFC 8449, section 4: "A TLS endpoint that receives a record larger than its advertised limit
    // MUST generate a fatal "record_overflow" alert"
    if (plaintextLength > plaintextLimit) {
      throw new PeerMisbehaved(Misbehaviour.RECORD_TOO_LARGE);
    }
    try {
      return contentOf(protection.open(in, offset, length, out, outOffset));
    } catch (TlsFailure e) {
      Arrays.fill(out, outOffset, outOffset + plaintextLength, (byte) 0);
      throw e;
    }
  }

  private static Opened contentOf(Opened opened) throws PeerMisbehaved {
    // RFC 8446, section 5.4: "Implementations MUST NOT send Handshake and Alert records that have a
    // zero-length TLSInnerPlaintext.content; if such a message is received, the receiving
    // implementation MUST terminate the connection with an "unexpected_message" alert."
    if (opened.length() == 0 && opened.type() != ContentType.APPLICATION_DATA) {
      throw new PeerMisbehaved(Misbehaviour.EMPTY_FRAGMENT);
    }
    return opened;
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
