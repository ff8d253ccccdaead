package dev.millrace.s3;

import dev.millrace.s3.checksum.PromisedChecksum;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;

/// Bytes of one version of an object, still to be read. To be closed.
///
/// Where the connection breaks, they are asked for again from the last byte on, as often as the
/// client's retries allow. For one thread at a time, but for [#abort()].
public final class ObjectBody implements AutoCloseable {
  private final ObjectSource source;
  private final ByteRange range;
  private final Map<String, String> headers;
  private final ObjectFacts facts;
  private volatile Answer answer;
  private long remaining;
  private long remainingAtOpen;
  private int failures;
  private boolean broken;
  private volatile boolean aborted;

  ObjectBody(ObjectSource source, ObjectSource.Opened opened) {
    this.source = source;
    this.answer = opened.answer();
    this.range = opened.range();
    this.facts = opened.facts();
    this.headers = answer.headers();
    this.remaining = range.length();
    this.remainingAtOpen = remaining;
  }

  /// What the store says of this version.
  public ObjectFacts facts() {
    return facts;
  }

  /// The bytes that this carries, of all that the object has.
  public ByteRange range() {
    return range;
  }

  /// The checksum that the whole object should have.
  public PromisedChecksum promised() {
    return PromisedChecksum.in(headers);
  }

  /// Reads at least one byte where there is one and `into` has room for it, straight from the
  /// network.
  ///
  /// @return how many; -1 after the last of the range
  /// @throws IOException where the store stops sending too early, sends too much, or falls silent
  ///   ([java.net.SocketTimeoutException])
  public int read(ByteBuffer into) throws IOException {
    if (!into.hasRemaining()) {
      return 0;
    }
    while (true) {
      try {
        if (broken && !aborted) {
          reopen();
        }
        return readOnce(into);
      } catch (IOException e) {
        broken = true;
        pauseAfter(source.named(e));
      }
    }
  }

  /// The bytes as a stream. Closing it closes this body.
  public InputStream stream() {
    return new Stream();
  }

  /// Ends this, and wakes who reads from it; at once, but where the rest of what broke off is just
  /// being asked for. For any thread. To be closed all the same.
  public void abort() {
    aborted = true;
    answer.exchange().abort();
  }

  /// Gives the connection back, or drops it if much is left to be read.
  @Override
  public void close() {
    answer.close();
  }

  private int readOnce(ByteBuffer into) throws IOException {
    if (remaining == 0) {
      return requireEnd();
    }
    int limit = into.limit();
    into.limit((int) Math.min(limit, into.position() + remaining));
    try {
      int count = answer.exchange().read(into);
      if (count == -1) {
        throw new EOFException(
            "it ended its answer " + remaining + " bytes before the announced end");
      }
      remaining -= count;
      failures = 0;
      return count;
    } finally {
      into.limit(limit);
    }
  }

  /// What came in chunks has an end of its own, which is to be read too.
  private int requireEnd() throws IOException {
    if (answer.exchange().remaining() != 0
        && answer.exchange().read(ByteBuffer.allocate(1)) != -1) {
      throw new ProtocolException("it sent more than it announced");
    }
    return -1;
  }

  /// Returns when it is time to ask for the rest. Failures are counted from the last byte on.
  private void pauseAfter(IOException failure) throws IOException {
    if (aborted || remaining == 0) {
      throw failure;
    }
    long received = remainingAtOpen - remaining;
    remainingAtOpen = remaining;
    source.retries().pauseAfterBreak(++failures, received, failure);
  }

  private void reopen() throws IOException {
    answer.close();
    ByteRange rest = new ByteRange(range.offset() + range.length() - remaining, remaining);
    answer = source.open(rest, facts.etag()).answer();
    broken = false;
    if (aborted) {
      answer.exchange().abort();
    }
  }

  private final class Stream extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) == -1 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, bytes.length);
      return ObjectBody.this.read(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public void close() {
      ObjectBody.this.close();
    }
  }
}
