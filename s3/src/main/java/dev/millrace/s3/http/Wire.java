package dev.millrace.s3.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/// The two directions of one connection. For one thread at a time, but for [#abort()].
///
/// A wait that takes too long throws [java.net.SocketTimeoutException], and so does every use after
/// it.
interface Wire {
  /// Reads at least one byte where `into` has room for one.
  ///
  /// @return how many; -1 at the end
  int read(ByteBuffer into) throws IOException;

  /// Writes all of `from`.
  void write(ByteBuffer from) throws IOException;

  /// Waits until something can be read or the end has come. What was read on the way is kept.
  ///
  /// @return false where nothing has come in time; the connection stays as it is
  boolean awaitInput(Duration time) throws IOException;

  /// Reads what has come already, without waiting, be it for the answer that it asks for.
  ///
  /// @return how many bytes, perhaps 0; -1 at the end, or where the connection is broken
  int readPresent(ByteBuffer into);

  /// Whether the peer has neither closed this connection nor said anything on it.
  default boolean isQuiet() {
    return readPresent(ByteBuffer.allocate(1)) == 0;
  }

  /// How long a read may wait from now on.
  void limitReads(Duration silence);

  /// Whether the peer has said that it sends no more. Without TLS every end is taken for that.
  boolean hasEndedCleanly();

  /// Takes what is needed for an exchange only, or gives it back.
  void setAtWork(boolean atWork);

  /// Whether another exchange may follow: the connection is open, and nothing has come that nobody
  /// asked for, as far as that is known without asking the system.
  boolean isReusable();

  /// Closes a connection on which no exchange is under way. Of `last` it sends what it can without
  /// waiting.
  void close(ByteBuffer last);

  /// Closes at once, and wakes who waits. For any thread.
  void abort();
}
