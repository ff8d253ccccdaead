package dev.millrace.tls.record;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.wire.AeadAlgorithm;
import java.util.Arrays;

/// Protected records of TLS 1.3 (RFC 8446, section 5.2). All look like application data from the
/// outside; what they are is sealed in, behind the content:
///
/// ```
/// | header (5) | sealed: content | type (1) | zeros ... | tag (16) |
/// ```
///
/// The header, as it is, is the additional data.
final class Tls13Records implements RecordProtection {
  private static final int TYPE_LENGTH = 1;

  private final RecordAead aead;

  Tls13Records(RecordAead aead) {
    this.aead = aead;
  }

  @Override
  public int sealedLength(int contentLength, int padding) {
    return Records.HEADER_LENGTH + contentLength + TYPE_LENGTH + padding + AeadAlgorithm.TAG_LENGTH;
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
    int body = outOffset + Records.HEADER_LENGTH;
    Records.putHeader(
        ContentType.APPLICATION_DATA,
        Records.VERSION,
        recordLength - Records.HEADER_LENGTH,
        out,
        outOffset);
    // RFC 8446, section 5.4: "Implementations MUST set the padding octets to all zeros before
    // encrypting."
    int end = body + length;
    out[end] = (byte) type.code();
    Arrays.fill(out, end + TYPE_LENGTH, end + TYPE_LENGTH + padding, (byte) 0);
    aead.seal(
        recordLength,
        (operation, _) -> {
          operation.updateAAD(out, outOffset, Records.HEADER_LENGTH);
          int written = operation.update(in, offset, length, out, body);
          return written + operation.doFinal(out, end, TYPE_LENGTH + padding, out, body + written);
        });
    return recordLength;
  }

  @Override
  public int plaintextLength(int recordLength) {
    return recordLength - Records.HEADER_LENGTH - AeadAlgorithm.TAG_LENGTH;
  }

  @Override
  public int maxPlaintextLength() {
    // RFC 8446, section 5.4: "the full encoded TLSInnerPlaintext MUST NOT exceed 2^14 + 1 octets."
    return Records.MAX_PLAINTEXT + TYPE_LENGTH;
  }

  @Override
  public Opened open(byte[] in, int offset, int length, byte[] out, int outOffset)
      throws TlsFailure {
    ContentType outer = Records.outerType(in, offset);
    // RFC 8446, section 5: "If an implementation detects a change_cipher_spec record received
    // before the first ClientHello message or after the peer's Finished message, it MUST be treated
    // as an unexpected record type"
    if (outer == ContentType.CHANGE_CIPHER_SPEC) {
      throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_CHANGE_CIPHER_SPEC);
    }
    if (plaintextLength(length) < 0) {
      throw new PeerMisbehaved(Misbehaviour.BAD_RECORD_MAC);
    }
    if (outer != ContentType.APPLICATION_DATA) {
      throw new PeerMisbehaved(Misbehaviour.UNENCRYPTED_RECORD);
    }
    int innerLength =
        aead.open(
            length,
            (operation, _) -> {
              operation.updateAAD(in, offset, Records.HEADER_LENGTH);
              return operation.doFinal(
                  in,
                  offset + Records.HEADER_LENGTH,
                  length - Records.HEADER_LENGTH,
                  out,
                  outOffset);
            });
    return inner(out, outOffset, innerLength);
  }

  /// Finds the type behind the content, before the padding.
  private static Opened inner(byte[] out, int outOffset, int innerLength) throws PeerMisbehaved {
    int last = innerLength - 1;
    while (last >= 0 && out[outOffset + last] == 0) {
      last--;
    }
    // RFC 8446, section 5.4: "If a receiving implementation does not find a non-zero octet in the
    // cleartext, it MUST terminate the connection with an "unexpected_message" alert."
    if (last < 0) {
      throw new PeerMisbehaved(Misbehaviour.NO_CONTENT_TYPE);
    }
    ContentType type = ContentType.ofCode(out[outOffset + last] & 0xFF);
    // RFC 8446, section 5: "If a TLS implementation receives an unexpected record type, it MUST
    // terminate the connection with an "unexpected_message" alert."
    // RFC 8446, section 5: "An implementation which receives any other change_cipher_spec value or
    // which receives a protected change_cipher_spec record MUST abort the handshake with an
    // "unexpected_message" alert."
    if (type == null || type == ContentType.CHANGE_CIPHER_SPEC) {
      throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_RECORD);
    }
    return new Opened(type, last);
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
  }
}
