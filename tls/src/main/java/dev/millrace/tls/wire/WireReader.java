package dev.millrace.tls.wire;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import java.util.Arrays;

/// A cursor over received bytes that reads the presentation language of TLS (RFC 8446, section 3).
/// Whatever does not fit, is short, or is left over, is a malformed message; no length that a peer
/// claims makes anything larger than what it sent.
///
/// Not safe for use by several threads.
public final class WireReader {
  private final byte[] bytes;
  private final int end;
  private int position;

  public WireReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private WireReader(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  public int remaining() {
    return end - position;
  }

  public boolean hasRemaining() {
    return position < end;
  }

  /// The offset of the next byte in the array that this reads.
  public int position() {
    return position;
  }

  public int u8() throws PeerMisbehaved {
    require(1);
    return bytes[position++] & 0xFF;
  }

  public int u16() throws PeerMisbehaved {
    return u8() << 8 | u8();
  }

  public int u24() throws PeerMisbehaved {
    return u16() << 8 | u8();
  }

  public long u32() throws PeerMisbehaved {
    return (long) u16() << 16 | u16();
  }

  /// A copy of the next bytes.
  public byte[] bytes(int length) throws PeerMisbehaved {
    require(length);
    position += length;
    return Arrays.copyOfRange(bytes, position - length, position);
  }

  /// A copy of all bytes that are left.
  public byte[] rest() {
    byte[] rest = Arrays.copyOfRange(bytes, position, end);
    position = end;
    return rest;
  }

  /// The bytes of a vector whose length takes one byte: `opaque x<0..255>`.
  public byte[] opaque8() throws PeerMisbehaved {
    return bytes(u8());
  }

  /// The bytes of a vector whose length takes two bytes: `opaque x<0..65535>`.
  public byte[] opaque16() throws PeerMisbehaved {
    return bytes(u16());
  }

  /// The bytes of a vector whose length takes three bytes: `opaque x<0..16777215>`.
  public byte[] opaque24() throws PeerMisbehaved {
    return bytes(u24());
  }

  /// A vector whose length takes one byte, to be read on its own.
  public WireReader vector8() throws PeerMisbehaved {
    return vector(u8());
  }

  /// A vector whose length takes two bytes, to be read on its own.
  public WireReader vector16() throws PeerMisbehaved {
    return vector(u16());
  }

  /// A vector whose length takes three bytes, to be read on its own.
  public WireReader vector24() throws PeerMisbehaved {
    return vector(u24());
  }

  /// Says that nothing may follow.
  public void expectEnd() throws PeerMisbehaved {
    if (hasRemaining()) {
      throw malformed();
    }
  }

  /// Says that something must be here.
  public void expect(boolean condition) throws PeerMisbehaved {
    if (!condition) {
      throw malformed();
    }
  }

  private WireReader vector(int length) throws PeerMisbehaved {
    require(length);
    position += length;
    return new WireReader(bytes, position - length, position);
  }

  private void require(int length) throws PeerMisbehaved {
    if (end - position < length) {
      throw malformed();
    }
  }

  private static PeerMisbehaved malformed() {
    return new PeerMisbehaved(Misbehaviour.MALFORMED_MESSAGE);
  }
}
