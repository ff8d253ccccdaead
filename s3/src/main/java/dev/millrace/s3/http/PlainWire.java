package dev.millrace.s3.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/// A TCP connection: a blocking [SocketChannel], whose reads and writes are one system call each on
/// a platform thread, and park a virtual one. They never have a timeout of their own, which would
/// put a poll before every read: the [Watch] closes the channel instead.
///
/// Whatever a call on the channel throws is caught as [IOException] and told apart by [#reason]: of
/// a class that has its first subclass loaded while a virtual thread is parked in the call, a
/// compiled `catch` may not catch that subclass (JDK-8389310; docs/decisions.md).
final class PlainWire implements Wire {
  /// The most that one read or write moves of a buffer on the heap, since the JDK keeps a buffer of
  /// that size outside the heap for each thread.
  private static final int LARGEST_COPY = 128 << 10;

  private final SocketChannel channel;
  private final Watch watch;
  private final Watch.Guard guard;
  private long readNanos;
  private final long writeNanos;
  private final ByteBuffer ahead = ByteBuffer.allocate(1).limit(0);
  private volatile boolean aborted;

  private PlainWire(SocketChannel channel, Watch watch, HttpSettings settings) {
    this.channel = channel;
    this.watch = watch;
    this.guard = watch.guard(channel);
    this.readNanos = settings.readTimeout().toNanos();
    this.writeNanos = settings.writeTimeout().toNanos();
  }

  /// Connects to `address`.
  static PlainWire connect(
      InetSocketAddress address,
      Duration timeout,
      HttpSettings settings,
      Watch watch,
      Abortion abortion)
      throws IOException {
    PlainWire wire = new PlainWire(SocketChannel.open(), watch, settings);
    try {
      abortion.concerns(wire);
      wire.connect(address, timeout, settings);
      return wire;
    } catch (IOException | RuntimeException e) {
      wire.abort();
      throw e;
    }
  }

  private void connect(InetSocketAddress address, Duration timeout, HttpSettings settings)
      throws IOException {
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      if (settings.tcpKeepAlive()) {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      }
      if (settings.localAddress() != null) {
        channel.bind(new InetSocketAddress(settings.localAddress(), 0));
      }
      // Not watched: of several addresses each has a short time, which is to be kept.
      channel.socket().connect(address, millis(timeout));
    } catch (IOException e) {
      throw reason(e, "connection not made", timeout.toNanos());
    }
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (ahead.hasRemaining() && into.hasRemaining()) {
      into.put(ahead.get());
      return 1;
    }
    int limit = into.limit();
    if (!into.isDirect() && into.remaining() > LARGEST_COPY) {
      into.limit(into.position() + LARGEST_COPY);
    }
    guard.begin(readNanos);
    try {
      return channel.read(into);
    } catch (IOException e) {
      throw reason(e, "nothing received", readNanos);
    } finally {
      guard.end();
      into.limit(limit);
    }
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    int end = from.limit();
    while (from.hasRemaining()) {
      from.limit(from.isDirect() ? end : Math.min(end, from.position() + LARGEST_COPY));
      guard.begin(writeNanos);
      try {
        channel.write(from);
      } catch (IOException e) {
        SocketException broken = new SocketException(e.getMessage());
        broken.initCause(e);
        throw reason(broken, "nothing of the request taken", writeNanos);
      } finally {
        guard.end();
        from.limit(end);
      }
    }
  }

  @Override
  public boolean awaitInput(Duration time) throws IOException {
    if (ahead.hasRemaining()) {
      return true;
    }
    try {
      channel.socket().setSoTimeout(millis(time));
      int first = channel.socket().getInputStream().read();
      if (first >= 0) {
        ahead.clear().put((byte) first).flip();
      }
      return true;
    } catch (SocketTimeoutException _) {
      return false;
    } catch (IOException e) {
      throw reason(e, "nothing received", time.toNanos());
    }
  }

  @Override
  public int readPresent(ByteBuffer into) {
    try {
      channel.configureBlocking(false);
      try {
        return channel.read(into);
      } finally {
        channel.configureBlocking(true);
      }
    } catch (IOException _) {
      return -1;
    }
  }

  @Override
  public void limitReads(Duration silence) {
    readNanos = silence.toNanos();
  }

  @Override
  public boolean hasEndedCleanly() {
    return true;
  }

  @Override
  public void setAtWork(boolean atWork) {
    // Reads and writes go past this to the socket.
  }

  @Override
  public boolean isReusable() {
    return channel.isOpen() && !ahead.hasRemaining();
  }

  @Override
  public void close(ByteBuffer last) {
    try {
      if (last.hasRemaining()) {
        channel.configureBlocking(false);
        channel.write(last);
      }
    } catch (IOException _) {
      // The peer has gone already.
    }
    abort();
  }

  @Override
  public void abort() {
    aborted = true;
    watch.release(guard);
    try {
      channel.close();
    } catch (IOException _) {
      // It counts as closed all the same.
    }
  }

  private static int millis(Duration time) {
    return Math.clamp(time.toMillis(), 1, Integer.MAX_VALUE);
  }

  /// Why the channel was closed under the caller; where it was not, what happened instead.
  private IOException reason(IOException failure, String what, long nanos) {
    // The channel's socket has exceptions of its own for that, some with the channel's as cause.
    Throwable closed = failure instanceof SocketException ? failure.getCause() : failure;
    if (!(closed instanceof ClosedChannelException || aborted || guard.expired())) {
      return failure;
    }
    IOException reason;
    if (guard.expired()) {
      reason =
          new SocketTimeoutException(what + " for " + Duration.ofNanos(nanos).toMillis() + " ms");
    } else if (closed instanceof ClosedByInterruptException) {
      reason = new InterruptedIOException("interrupted");
    } else {
      reason =
          aborted
              ? new InterruptedIOException("aborted")
              : new SocketException("the connection is closed");
    }
    reason.initCause(failure);
    return reason;
  }
}
