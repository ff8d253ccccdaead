package dev.millrace.s3.awssdk;

import dev.millrace.s3.http.Exchange;
import dev.millrace.s3.http.ResponseHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/// An [Exchange] that any thread may close and abort, and that lets go of its connection by either.
///
/// The engine's is for one thread at a time, so here a lock is held while it is used. Who aborts
/// does not wait for the lock, as its holder may be waiting for someone else's code: the connection
/// is broken, which ends waits for the network, and the exchange is closed at once where the lock
/// is free. Where it is not, its holder sees after letting go that the exchange was aborted, and
/// closes it. One of the two always does, since the one says that it aborts before it tries the
/// lock, and the other looks after it has let go.
final class SharedExchange implements AutoCloseable {
  private final Exchange exchange;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean aborted;

  SharedExchange(Exchange exchange) {
    this.exchange = exchange;
  }

  /// Takes the right to a connection where one is free.
  boolean tryReserve() {
    lock.lock();
    try {
      return exchange.tryReserve();
    } finally {
      leave();
    }
  }

  /// Waits for the right to a connection.
  void reserve() throws IOException {
    lock.lock();
    try {
      exchange.reserve();
    } finally {
      leave();
    }
  }

  ResponseHead send() throws IOException {
    lock.lock();
    try {
      return exchange.send();
    } finally {
      leave();
    }
  }

  /// Reads at least one byte of the body where there is one and `into` has room for it.
  ///
  /// @return how many; -1 at the end of the body
  int read(ByteBuffer into) throws IOException {
    lock.lock();
    try {
      return exchange.read(into);
    } finally {
      leave();
    }
  }

  /// How many bytes of the body are still to be read; -1 where that is not known.
  long remaining() {
    lock.lock();
    try {
      return exchange.remaining();
    } finally {
      leave();
    }
  }

  /// How long it took to get a connection.
  Duration acquireTime() {
    return exchange.acquireTime();
  }

  /// Ends the exchange. The connection is kept where the answer has been read, or nearly.
  @Override
  public void close() {
    lock.lock();
    try {
      exchange.close();
    } finally {
      leave();
    }
  }

  /// Ends the exchange at once, and drops the connection.
  void abort() {
    aborted = true;
    exchange.abort();
    closeIfAborted();
  }

  private void leave() {
    lock.unlock();
    closeIfAborted();
  }

  private void closeIfAborted() {
    if (aborted && lock.tryLock()) {
      try {
        exchange.close();
      } finally {
        lock.unlock();
      }
    }
  }
}
