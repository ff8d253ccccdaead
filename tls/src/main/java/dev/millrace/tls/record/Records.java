package dev.millrace.tls.record;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import java.nio.ByteBuffer;

/// The frame of a record, which is the same for all versions and whether it is protected or not
/// (RFC 8446, section 5.1), and how large records may be. All lengths are in bytes.
///
/// ```
///  0      1             3             5
/// +------+------+------+------+------+------------------
/// | type | 3    | minor| length      | fragment ...
/// +------+------+------+------+------+------------------
/// ```
public final class Records {
  /// The header: type, version and the length of the fragment that follows it.
  public static final int HEADER_LENGTH = 5;

  /// The largest content of a record, and the largest fragment of an unprotected one.
  public static final int MAX_PLAINTEXT = 1 << 14;

  /// The largest fragment of a protected record in TLS 1.3 (RFC 8446, section 5.2).
  public static final int MAX_CIPHERTEXT_13 = MAX_PLAINTEXT + 256;

  /// The largest fragment of a protected record in TLS 1.2 (RFC 5246, section 6.2.3).
  public static final int MAX_CIPHERTEXT_12 = MAX_PLAINTEXT + 2048;

  /// The version that records say they are of, from TLS 1.2 on.
  public static final int VERSION = 0x0303;

  /// The version that the record of a first ClientHello says it is of, for the sake of old servers.
  public static final int FIRST_VERSION = 0x0301;

  private static final int MAJOR_VERSION = 3;

  private Records() {}

  /// The length of the record at the head of some bytes, header included, or -1 if its header is
  /// not there yet. What cannot be a record is refused as soon as its bytes are there: a peer that
  /// speaks another protocol may never send five.
  ///
  /// @param src is left as it is
  /// @param maxFragment the largest length that the header may claim
  public static int recordLength(ByteBuffer src, int maxFragment) throws PeerMisbehaved {
    int available = src.remaining();
    int start = src.position();
    if (available >= 1 && ContentType.ofCode(src.get(start) & 0xFF) == null) {
      throw new PeerMisbehaved(Misbehaviour.NOT_TLS);
    }
    if (available >= 2 && src.get(start + 1) != MAJOR_VERSION) {
      throw new PeerMisbehaved(Misbehaviour.WRONG_RECORD_VERSION);
    }
    if (available < HEADER_LENGTH) {
      return -1;
    }
    int fragment = ((src.get(start + 3) & 0xFF) << 8) | (src.get(start + 4) & 0xFF);
    // RFC 8446, section 5.1: "An endpoint that receives a record that exceeds this length MUST
    // terminate the connection with a "record_overflow" alert."
    if (fragment > maxFragment) {
      throw new PeerMisbehaved(Misbehaviour.RECORD_TOO_LARGE);
    }
    return HEADER_LENGTH + fragment;
  }

  /// The type in a record's header. With TLS 1.3 that of a protected record is always
  /// [ContentType#APPLICATION_DATA], whatever is in it.
  ///
  /// @param offset where the record starts
  public static ContentType outerType(byte[] in, int offset) throws PeerMisbehaved {
    ContentType type = ContentType.ofCode(in[offset] & 0xFF);
    if (type == null) {
      throw new PeerMisbehaved(Misbehaviour.NOT_TLS);
    }
    return type;
  }

  /// The version in a record's header.
  static int version(byte[] in, int offset) {
    return u16(in, offset + 1);
  }

  /// The length of the fragment that a record's header claims.
  static int fragmentLength(byte[] in, int offset) {
    return u16(in, offset + 3);
  }

  static void putHeader(
      ContentType type, int version, int fragmentLength, byte[] out, int outOffset) {
    out[outOffset] = (byte) type.code();
    out[outOffset + 1] = (byte) (version >>> 8);
    out[outOffset + 2] = (byte) version;
    out[outOffset + 3] = (byte) (fragmentLength >>> 8);
    out[outOffset + 4] = (byte) fragmentLength;
  }

  private static int u16(byte[] in, int offset) {
    return ((in[offset] & 0xFF) << 8) | (in[offset + 1] & 0xFF);
  }
}
