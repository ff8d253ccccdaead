package dev.millrace.gateway.http;

import io.helidon.webserver.CloseConnectionException;
import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// One accepted connection, and whether it waits for a request.
final class OpenConnection {
  /// In the place of the number of requests under way: no more are taken.
  private static final int ENDED = -1;

  private final SocketChannel channel;
  private final Runnable leave;
  private final AtomicInteger underWay = new AtomicInteger();
  private volatile long waitingSince = System.nanoTime();
  private final AtomicBoolean isEndAnnounced = new AtomicBoolean();
  private final AtomicBoolean hasLeft = new AtomicBoolean();
  private volatile @Nullable Tls tls;
  private volatile @Nullable FrameWriter http2;
  private volatile @Nullable FrameBudget received;
  private volatile boolean hasAsked;

  /// @param leave what there is to do once it does not count any more
  OpenConnection(SocketChannel channel, Runnable leave) {
    this.channel = channel;
    this.leave = leave;
  }

  Socket socket() {
    return channel.socket();
  }

  /// From now on it does not count any more, if it has.
  void leave() {
    if (!hasLeft.getAndSet(true)) {
      leave.run();
    }
  }

  /// What protects the connection.
  ///
  /// @param reader the thread that reads all that comes
  private record Tls(Closeable socket, Thread reader) {}

  /// Tells that the calling thread reads what comes, through `socket`.
  void securedBy(Closeable socket) {
    tls = new Tls(socket, Thread.currentThread());
  }

  /// Tells that it speaks HTTP/2, whose frames go through `writer`, and come past `received`.
  void speaksHttp2(FrameWriter writer, FrameBudget received) {
    this.http2 = writer;
    this.received = received;
  }

  /// Whether there may come more of a request: over HTTP/2 alone, which has streams.
  boolean awaits(int stream) {
    FrameBudget frames = received;
    return frames != null && frames.isOpen(stream);
  }

  /// Asks the client to make further requests on other connections, if it has made one on this: who
  /// has not may not have been heard yet.
  void announceEnd() {
    FrameWriter writer = http2;
    if (writer != null && hasAsked && !isEndAnnounced.getAndSet(true)) {
      try {
        writer.announceEnd();
      } catch (RuntimeException _) {
        // It is gone already.
      }
    }
  }

  boolean isOpen() {
    return channel.isOpen();
  }

  /// Tells that the head of a request is complete.
  ///
  /// @throws CloseConnectionException if it came too late
  void beginRequest() {
    if (!hasAsked) { // a look costs less than a write with its barrier
      hasAsked = true;
    }
    if (underWay.getAndUpdate(count -> count == ENDED ? ENDED : count + 1) == ENDED) {
      throw new CloseConnectionException("the request came too late");
    }
  }

  /// Tells that a request is answered.
  void endRequest() {
    waitingSince = System.nanoTime();
    underWay.decrementAndGet();
  }

  /// Closes the connection if it has waited for a request for `nanos`: with TLS's goodbye, and by
  /// force where that was of no avail the last time.
  ///
  /// @return whether it is closed now and never asked for anything
  boolean endIfLate(long now, long nanos) {
    if (now - waitingSince <= nanos) {
      return false;
    }
    Tls secured = tls;
    if (underWay.compareAndSet(0, ENDED)) {
      if (secured == null || !hasAsked) {
        close();
      } else {
        // Even a goodbye can get stuck, in the buffers of a client that reads nothing.
        Thread.startVirtualThread(() -> bidFarewell(secured));
      }
      return !hasAsked;
    }
    if (underWay.get() == ENDED) {
      close();
      if (secured != null) {
        // It need not be in its socket: it may wait for a body's reader that is gone.
        secured.reader().interrupt();
      }
    }
    return false;
  }

  private void bidFarewell(Tls secured) {
    FrameWriter writer = http2;
    try {
      if (writer != null) {
        writer.end();
      }
    } catch (RuntimeException _) {
      // It is gone already.
    } finally {
      close(secured.socket());
    }
  }

  void close() {
    close(channel);
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException _) {
      // Nothing is lost but a goodbye.
    }
  }
}
