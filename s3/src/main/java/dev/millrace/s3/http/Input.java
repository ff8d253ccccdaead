package dev.millrace.s3.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// What comes in on a connection: lines through a buffer, bodies past it, but for what it holds
/// already.
final class Input {
  /// The longest line, and so the longest header.
  static final int LONGEST_LINE = 16 << 10;

  /// Reads of fewer bytes go through the buffer, as each would cost as much as one of many.
  private static final int FEW = 1 << 10;

  private final Wire wire;
  private final Buffers buffers;

  /// What was read and not yet asked for; null while not at work.
  private @Nullable ByteBuffer buffer;

  /// @param buffers with room for [#LONGEST_LINE] at least
  Input(Wire wire, Buffers buffers) {
    this.wire = wire;
    this.buffers = buffers;
  }

  void setAtWork(boolean atWork) {
    if (atWork && buffer == null) {
      buffer = buffers.take().flip();
    } else if (!atWork && buffer != null) {
      buffers.give(buffer);
      buffer = null;
    }
  }

  /// Whether all that was read has been asked for.
  boolean isEmpty() {
    return buffer == null || !buffer.hasRemaining();
  }

  /// Waits for the first byte of what comes next.
  ///
  /// @return false where the connection ends before it
  boolean hasMore() throws IOException {
    return atWork().hasRemaining() || fill();
  }

  /// The next line, without its CRLF, each byte a character. A line ends in CRLF and in nothing
  /// else, since those who are lenient here disagree on where lines end (RFC 9112, section 11.1).
  String line() throws IOException {
    ByteBuffer in = atWork();
    int scanned = 0;
    while (true) {
      int end = indexOfLineFeed(in, scanned);
      scanned = in.remaining();
      if ((end >= 0 ? end : scanned) > LONGEST_LINE + 1) {
        throw new ProtocolException("a line is longer than " + LONGEST_LINE + " bytes");
      }
      if (end >= 0) {
        return line(in, end);
      }
      if (!fill()) {
        throw new EOFException("the connection ended in mid-line");
      }
    }
  }

  /// Reads at least one byte where `into` has room for one.
  ///
  /// @return how many; -1 at the end
  int read(ByteBuffer into) throws IOException {
    ByteBuffer in = atWork();
    if (!in.hasRemaining()) {
      if (into.remaining() >= FEW) {
        return wire.read(into);
      }
      if (!fill()) {
        return -1;
      }
    }
    int count = Math.min(in.remaining(), into.remaining());
    into.put(into.position(), in, in.position(), count).position(into.position() + count);
    in.position(in.position() + count);
    return count;
  }

  boolean hasEndedCleanly() {
    return wire.hasEndedCleanly();
  }

  private static int indexOfLineFeed(ByteBuffer in, int from) {
    byte[] bytes = in.array();
    int start = in.arrayOffset() + in.position();
    int end = start + in.remaining();
    for (int i = start + from; i < end; i++) {
      if (bytes[i] == '\n') {
        return i - start;
      }
    }
    return -1;
  }

  private static String line(ByteBuffer in, int lineFeed) throws ProtocolException {
    int length = lineFeed - 1;
    int start = in.arrayOffset() + in.position();
    if (length < 0 || in.array()[start + length] != '\r') {
      throw new ProtocolException("a line does not end in CRLF");
    }
    String line = new String(in.array(), start, length, ISO_8859_1);
    in.position(in.position() + lineFeed + 1);
    return line;
  }

  private boolean fill() throws IOException {
    ByteBuffer in = atWork().compact();
    try {
      return wire.read(in) > 0;
    } finally {
      in.flip();
    }
  }

  private ByteBuffer atWork() {
    if (buffer == null) {
      throw new IllegalStateException("this connection is not at work");
    }
    return buffer;
  }
}
