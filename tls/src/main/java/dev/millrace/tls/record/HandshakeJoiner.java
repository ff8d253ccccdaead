package dev.millrace.tls.record;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Joins the content of handshake records to handshake messages: a record may hold many of them,
/// and many records may be one of them (RFC 8446, section 5.1).
///
/// It holds what was received and not yet taken, in an array of at most twice that size, and
/// nothing as soon as all was taken. A length that a peer claims is compared with a bound, but
/// makes nothing larger than what the peer has sent.
///
/// Not safe for use by several threads.
public final class HandshakeJoiner {
  /// A handshake message as it was received.
  ///
  /// @param type its first byte
  /// @param encoding all of it, with the 4 bytes of its header
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  public record RawMessage(int type, byte[] encoding) {}

  /// How large messages may be.
  @FunctionalInterface
  public interface Bounds {
    /// The most bytes that a message of a type may have after its header; for a type that is not
    /// known, too.
    int maxLength(int type);
  }

  /// The type and three bytes of length.
  public static final int HEADER_LENGTH = 4;

  private static final byte[] NOTHING = {};

  private final Bounds bounds;
  private byte[] received = NOTHING;

  /// Where the first message starts that was not taken yet.
  private int start;

  /// Where what was received ends.
  private int end;

  /// Where the first message starts whose length was not looked at yet, which may be past the end.
  private int unchecked;

  public HandshakeJoiner(Bounds bounds) {
    this.bounds = bounds;
  }

  /// Adds the content of the next record of type handshake.
  ///
  /// @throws PeerMisbehaved if the header of a message is there, and it claims to be too large
  public void add(byte[] data, int offset, int length) throws PeerMisbehaved {
    makeRoom(length);
    System.arraycopy(data, offset, received, end, length);
    end += length;
    while (end - unchecked >= HEADER_LENGTH) {
      int bodyLength = bodyLength(unchecked);
      if (bodyLength > bounds.maxLength(received[unchecked] & 0xFF)) {
        throw new PeerMisbehaved(Misbehaviour.MESSAGE_TOO_LARGE);
      }
      unchecked += HEADER_LENGTH + bodyLength;
    }
  }

  /// Takes the next message, or returns null if none is whole.
  public @Nullable RawMessage poll() {
    if (end - start < HEADER_LENGTH) {
      return null;
    }
    int next = start + HEADER_LENGTH + bodyLength(start);
    if (next > end) {
      return null;
    }
    // Most records are one message: then the array is what it is for, and is handed over.
    boolean isAll = start == 0 && next == received.length;
    byte[] encoding = isAll ? received : Arrays.copyOfRange(received, start, next);
    start = next;
    if (start == end) {
      clear();
    }
    return new RawMessage(encoding[0] & 0xFF, encoding);
  }

  /// Whether all that was received was taken, so that the last message ended with its record.
  ///
  /// RFC 8446, section 5.1: "Implementations MUST verify that all messages immediately preceding a
  /// key change align with a record boundary; if not, then they MUST terminate the connection with
  /// an "unexpected_message" alert."
  public boolean isEmpty() {
    return start == end;
  }

  private void clear() {
    received = NOTHING;
    start = 0;
    end = 0;
    unchecked = 0;
  }

  private void makeRoom(int length) {
    int held = end - start;
    if (end + length <= received.length) {
      return;
    }
    byte[] roomier = new byte[held == 0 ? length : Math.max(2 * held, held + length)];
    System.arraycopy(received, start, roomier, 0, held);
    received = roomier;
    unchecked -= start;
    start = 0;
    end = held;
  }

  private int bodyLength(int message) {
    return ((received[message + 1] & 0xFF) << 16)
        | ((received[message + 2] & 0xFF) << 8)
        | (received[message + 3] & 0xFF);
  }
}
