package dev.millrace.s3.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;

/// A body in chunks, each after a line with its size, and trailers after the last (RFC 9112,
/// section 7.1).
final class ChunkedBody implements Body {
  /// Of a chunk's size, in hexadecimal digits: more than anyone sends, and no overflow.
  private static final int MOST_DIGITS = 15;

  private final Input in;
  private Body chunk;
  private boolean begun;
  private boolean whole;
  private Headers trailers = Headers.NONE;

  ChunkedBody(Input in) {
    this.in = in;
    this.chunk = new OfLength(in, 0);
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (!whole && chunk.isWhole()) {
      beginChunk();
    }
    if (whole) {
      return -1;
    }
    try {
      return chunk.read(into);
    } catch (EOFException e) {
      throw ended(e);
    }
  }

  @Override
  public boolean isWhole() {
    return whole;
  }

  @Override
  public long remaining() {
    return whole ? 0 : -1;
  }

  @Override
  public Headers trailers() {
    return trailers;
  }

  private void beginChunk() throws IOException {
    try {
      if (begun && !in.line().isEmpty()) {
        throw new ProtocolException("a chunk is longer than announced");
      }
      begun = true;
      long size = size(in.line());
      chunk = new OfLength(in, size);
      if (size == 0) {
        trailers = ResponseHead.headers(in);
        whole = true;
      }
    } catch (EOFException e) {
      throw ended(e);
    }
  }

  private static EOFException ended(EOFException cause) {
    EOFException ended = new EOFException("the answer ended before its last chunk");
    ended.initCause(cause);
    return ended;
  }

  /// The size in a chunk's first line, whose extensions are passed over.
  private static long size(String line) throws ProtocolException {
    int digits = 0;
    long size = 0;
    while (digits < line.length() && Character.digit(line.charAt(digits), 16) >= 0) {
      size = 16 * size + Character.digit(line.charAt(digits++), 16);
      if (digits > MOST_DIGITS) {
        throw new ProtocolException("a chunk's size has too many digits");
      }
    }
    String rest = Grammar.trimmed(line, digits, line.length());
    if (digits == 0 || !(rest.isEmpty() || rest.charAt(0) == ';') || !Grammar.isFieldValue(rest)) {
      throw new ProtocolException("a chunk begins without its size");
    }
    return size;
  }
}
