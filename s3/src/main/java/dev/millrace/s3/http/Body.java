package dev.millrace.s3.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/// The body of an answer, on its way in.
sealed interface Body permits Body.OfLength, Body.UntilClose, ChunkedBody {
  /// Reads at least one byte where there is one and `into` has room for it.
  ///
  /// @return how many; -1 at the end of the body
  /// @throws EOFException where the connection ends before the body does
  int read(ByteBuffer into) throws IOException;

  /// Whether all of it has been read, so that what comes next is another answer.
  boolean isWhole();

  /// How many bytes are left; -1 where that is not known.
  long remaining();

  /// What came after the body; empty before its end.
  default Headers trailers() {
    return Headers.NONE;
  }

  static Body of(Framing framing, Input in) {
    return switch (framing) {
      case Framing.Length(long bytes) -> new OfLength(in, bytes);
      case Framing.Chunks _ -> new ChunkedBody(in);
      case Framing.UntilClose _ -> new UntilClose(in);
    };
  }

  /// Reads no more than `most` bytes.
  private static int read(Input in, ByteBuffer into, long most) throws IOException {
    int limit = into.limit();
    if (into.remaining() > most) {
      into.limit(into.position() + (int) most);
    }
    try {
      return in.read(into);
    } finally {
      into.limit(limit);
    }
  }

  /// A run of that many bytes.
  final class OfLength implements Body {
    private final Input in;
    private long remaining;

    OfLength(Input in, long length) {
      this.in = in;
      this.remaining = length;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
      if (remaining == 0) {
        return -1;
      }
      int count = Body.read(in, into, remaining);
      if (count == -1) {
        throw new EOFException("the answer ended " + remaining + " bytes before the announced end");
      }
      remaining -= count;
      return count;
    }

    @Override
    public boolean isWhole() {
      return remaining == 0;
    }

    @Override
    public long remaining() {
      return remaining;
    }
  }

  /// All that comes. With TLS its end must be announced, or it may have been cut off by anyone (RFC
  /// 9112, section 9.8).
  final class UntilClose implements Body {
    private final Input in;

    UntilClose(Input in) {
      this.in = in;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
      int count = in.read(into);
      if (count == -1 && !in.hasEndedCleanly()) {
        throw new EOFException("the answer ended without TLS's close_notify");
      }
      return count;
    }

    /// Nothing comes after it.
    @Override
    public boolean isWhole() {
      return false;
    }

    @Override
    public long remaining() {
      return -1;
    }
  }
}
