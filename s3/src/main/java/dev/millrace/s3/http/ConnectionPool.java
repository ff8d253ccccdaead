package dev.millrace.s3.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The connections of a client: those that exchanges have, and those that are kept for the next.
///
/// A permit stands for the right to have a connection; there are as many as connections allowed. Of
/// the kept ones the last used is used first, so that those beyond present need grow old and go.
/// Where keeping them would make more connections than allowed, one that is kept for another route
/// gives way.
///
/// A connection that was kept for a second or longer is looked at before it is used: has the peer
/// closed it, or said anything, another is taken. One that rested for less is not, as that would
/// cost four system calls for something that nearly never happens; what then does happen is a
/// [StaleConnectionException].
final class ConnectionPool implements AutoCloseable {
  private static final long LOOK_AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final HttpSettings settings;
  private final Connector connector;
  private final Semaphore permits;
  private final AtomicInteger pending = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final ConcurrentHashMap<Route, Kept> kept = new ConcurrentHashMap<>();
  private volatile boolean closed;
  private long sweptAt;

  ConnectionPool(HttpSettings settings) {
    this.settings = settings;
    this.sweptAt = settings.nanoTime();
    this.permits = new Semaphore(settings.maxConnections());
    this.connector = new Connector(settings, this::sweep);
  }

  /// Takes a permit where one is free. It stands for a connection that is then leased or cancelled.
  boolean tryReserve() {
    return !closed && permits.tryAcquire();
  }

  /// Waits for a permit.
  void reserve() throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted");
    }
    checkOpen();
    if (permits.tryAcquire()) {
      return;
    }
    if (pending.incrementAndGet() > settings.maxPending()) {
      pending.decrementAndGet();
      throw new NoConnectionFreeException(
          "more than %d exchanges wait for a connection".formatted(settings.maxPending()));
    }
    try {
      long nanos = settings.acquireTimeout().toNanos();
      if (!permits.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
        throw new NoConnectionFreeException(
            "all %d connections are in use, and none became free within %d ms"
                .formatted(settings.maxConnections(), settings.acquireTimeout().toMillis()));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } finally {
      pending.decrementAndGet();
    }
  }

  /// Gives a permit back with which no connection was leased.
  void cancel() {
    permits.release();
  }

  /// The connection of one exchange, which has a permit; at work. To be given back or dropped, by
  /// which the permit goes back too, as it does where this fails.
  Connection lease(Route route, Abortion abortion) throws IOException {
    try {
      Connection usable = keptFor(route);
      return usable == null ? connect(route, abortion) : atWork(usable, abortion);
    } catch (IOException | RuntimeException | Error e) {
      permits.release();
      throw e;
    }
  }

  /// Takes back a connection whose last exchange is complete.
  void giveBack(Connection connection, ResponseHead last) {
    connection.rest(last);
    boolean done = false;
    while (!done) {
      done = kept.computeIfAbsent(connection.route(), _ -> new Kept()).push(connection);
    }
    heedLimits();
    permits.release();
  }

  /// Takes back a connection that cannot be used again.
  void drop(Connection connection) {
    connection.wire().abort();
    connection.setAtWork(false);
    forget(connection);
    permits.release();
  }

  PoolStanding standing() {
    int max = settings.maxConnections();
    int leased = max - permits.availablePermits();
    return new PoolStanding(max, leased, Math.max(0, open.get() - leased), pending.get());
  }

  /// Closes what is kept, and what is given back from now on. Exchanges under way go on.
  @Override
  public void close() {
    closed = true;
    closeKept();
    if (open.get() == 0) {
      connector.close();
    }
  }

  private @Nullable Connection keptFor(Route route) {
    Kept connections = kept.get(route);
    if (connections == null) {
      return null;
    }
    long now = settings.nanoTime();
    Connection connection;
    while ((connection = connections.pop()) != null) {
      boolean recent = connection.restedNanos(now) < LOOK_AFTER_NANOS;
      if (isInTime(connection, now) && (recent || connection.wire().isQuiet())) {
        return connection;
      }
      retire(connection);
    }
    return null;
  }

  private Connection atWork(Connection usable, Abortion abortion) throws IOException {
    try {
      abortion.concerns(usable.wire());
      usable.setAtWork(true);
      return usable;
    } catch (IOException | RuntimeException | Error e) {
      retire(usable);
      throw e;
    }
  }

  private Connection connect(Route route, Abortion abortion) throws IOException {
    open.incrementAndGet();
    try {
      // Counted before it is asked whether the pool is closed, as the connector is closed by who
      // closes the pool and finds none open, or else by the last that ends.
      checkOpen();
      heedLimits();
      return connector.connect(route, abortion);
    } catch (IOException | RuntimeException | Error e) {
      countClosed();
      throw e;
    }
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException("this client is closed");
    }
  }

  /// Closes what may not be kept any longer. To be called after a connection was counted and after
  /// one was kept: of two threads that do this at once, one sees what the other did.
  private void heedLimits() {
    if (closed) {
      closeKept();
    } else if (open.get() > settings.maxConnections()) {
      for (Kept connections : kept.values()) {
        Connection oldest = connections.pollOldest();
        if (oldest != null) {
          retire(oldest);
          return;
        }
      }
    }
  }

  private void retire(Connection connection) {
    connection.close();
    forget(connection);
  }

  private void forget(Connection connection) {
    connector.closed(connection);
    countClosed();
  }

  private void countClosed() {
    if (open.decrementAndGet() == 0 && closed) {
      connector.close();
    }
  }

  private boolean isInTime(Connection connection, long now) {
    return !connection.isOld(now) && !connection.hasRestedTooLong(now);
  }

  /// Closes the kept connections whose time is over, or whose peer has gone. Called by one thread.
  private void sweep() {
    long now = settings.nanoTime();
    if (now - sweptAt < LOOK_AFTER_NANOS || !settings.reapIdle()) {
      return;
    }
    sweptAt = now;
    for (Kept connections : kept.values()) {
      for (Connection connection : connections.takeRested(now)) {
        if (isInTime(connection, now) && connection.wire().isQuiet()) {
          connections.pushOldest(connection);
          heedLimits();
        } else {
          retire(connection);
        }
      }
    }
    kept.values().removeIf(Kept::endIfEmpty);
  }

  private void closeKept() {
    for (Kept connections : kept.values()) {
      Connection connection;
      while ((connection = connections.pop()) != null) {
        retire(connection);
      }
    }
  }

  /// The connections that are kept for one route, the last used first.
  private static final class Kept {
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Connection> connections = new ArrayDeque<>();
    private boolean ended;

    /// @return false where this takes no more, and another is to be made in its place
    boolean push(Connection connection) {
      lock.lock();
      try {
        if (!ended) {
          connections.addFirst(connection);
        }
        return !ended;
      } finally {
        lock.unlock();
      }
    }

    /// Ends this where it is empty, so that routes that nobody takes any more are forgotten.
    ///
    /// @return whether it has ended, and is to be taken out
    boolean endIfEmpty() {
      lock.lock();
      try {
        ended = connections.isEmpty();
        return ended;
      } finally {
        lock.unlock();
      }
    }

    void pushOldest(Connection connection) {
      lock.lock();
      try {
        connections.addLast(connection);
      } finally {
        lock.unlock();
      }
    }

    @Nullable Connection pop() {
      lock.lock();
      try {
        return connections.pollFirst();
      } finally {
        lock.unlock();
      }
    }

    @Nullable Connection pollOldest() {
      lock.lock();
      try {
        return connections.pollLast();
      } finally {
        lock.unlock();
      }
    }

    /// Takes out those that have rested for long enough to be looked at.
    List<Connection> takeRested(long now) {
      List<Connection> rested = new ArrayList<>();
      lock.lock();
      try {
        while (!connections.isEmpty()
            && connections.getLast().restedNanos(now) >= LOOK_AFTER_NANOS) {
          rested.addFirst(connections.removeLast());
        }
        return rested;
      } finally {
        lock.unlock();
      }
    }
  }
}
