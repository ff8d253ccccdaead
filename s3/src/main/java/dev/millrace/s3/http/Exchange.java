package dev.millrace.s3.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A request and its answer. To be closed.
///
/// For one thread at a time, but for [#abort()].
public final class Exchange implements AutoCloseable {
  /// How much of an unread body is read to keep the connection, and how long about that may take:
  /// what a new one costs.
  private static final int WORTH_READING = 64 << 10;

  private static final Duration WORTH_WAITING = Duration.ofMillis(100);

  private final ConnectionPool pool;
  private final Route route;
  private final HttpRequest request;
  private final boolean keepAlive;
  private final Abortion abortion = new Abortion();
  private boolean sent;

  /// Whether there is the right to a connection that has not been used yet.
  private boolean reserved;

  private @Nullable Connection connection;
  private @Nullable ResponseHead head;
  private @Nullable Body body;
  private Duration acquired = Duration.ZERO;

  Exchange(ConnectionPool pool, Route route, HttpRequest request, boolean keepAlive) {
    this.pool = pool;
    this.route = route;
    this.request = request;
    this.keepAlive = keepAlive && !request.asksToClose();
  }

  /// Takes the right to a connection where one is free, so that sending will not wait for it.
  public boolean tryReserve() {
    reserved = reserved || pool.tryReserve();
    return reserved;
  }

  /// Waits for the right to a connection.
  ///
  /// @throws NoConnectionFreeException where there is none to be had
  /// @throws InterruptedIOException where the thread is interrupted
  public void reserve() throws IOException {
    if (!reserved) {
      long begun = System.nanoTime();
      pool.reserve();
      reserved = true;
      acquired = Duration.ofNanos(System.nanoTime() - begun);
    }
  }

  /// Sends the request, once, and returns the head of the answer when that is there. Interim
  /// answers are passed over. Waits for a connection, unless the right to one has been taken.
  ///
  /// @throws NoConnectionFreeException where there is no connection to be had
  /// @throws StaleConnectionException where the server had closed the connection before
  /// @throws java.net.SocketTimeoutException where the server is silent for too long
  /// @throws java.net.ProtocolException where the answer breaks the rules of HTTP
  /// @throws InterruptedIOException where the thread is interrupted, or the exchange aborted
  public ResponseHead send() throws IOException {
    if (sent) {
      throw new IllegalStateException("this exchange was sent before");
    }
    sent = true;
    reserve();
    long begun = System.nanoTime();
    reserved = false;
    Connection leased = pool.lease(route, abortion);
    connection = leased;
    acquired = acquired.plusNanos(System.nanoTime() - begun);
    try {
      ResponseHead answer = leased.exchange(request, keepAlive);
      Body announced = Body.of(Framing.of(request, answer), leased.input());
      head = answer;
      body = announced;
      if (announced.isWhole()) {
        giveBack();
      }
      return answer;
    } catch (IOException | RuntimeException | Error e) {
      drop();
      throw e;
    }
  }

  /// How long it took to get a connection; of a new one, to make it.
  public Duration acquireTime() {
    return acquired;
  }

  /// How many bytes of the body are still to be read; -1 where that is not known.
  public long remaining() {
    return received().remaining();
  }

  /// Reads at least one byte of the body where there is one and `into` has room for it. Straight
  /// from the network into `into`, where that is as large as a TLS record or there is no TLS.
  ///
  /// @return how many; -1 at the end of the body
  /// @throws java.io.EOFException where the connection ends before the body does
  /// @throws java.net.SocketTimeoutException where the server is silent for too long
  public int read(ByteBuffer into) throws IOException {
    if (!into.hasRemaining()) {
      return 0;
    }
    Body present = received();
    if (connection == null) {
      return afterConnection(present);
    }
    try {
      int count = present.read(into);
      if (present.isWhole()) {
        giveBack();
      }
      return count;
    } catch (IOException | RuntimeException | Error e) {
      drop();
      throw e;
    }
  }

  /// The body, or the rest of it, as a stream. Closing it closes this exchange.
  public InputStream stream() {
    return new BodyStream(this);
  }

  /// The headers after a body in chunks; empty before its end.
  public Headers trailers() {
    return received().trailers();
  }

  /// Ends the exchange. The connection is kept where the answer has been read, or nearly.
  @Override
  public void close() {
    Body unread = body;
    // Of an aborted one what has come already is not read, or its end would look like the body's.
    if (connection != null
        && unread != null
        && unread.remaining() <= WORTH_READING
        && !abortion.isAborted()) {
      readRest(connection);
    }
    drop();
    if (reserved) {
      reserved = false;
      pool.cancel();
    }
  }

  /// Ends the exchange at once, whatever it waits for on the network: that then throws an
  /// [InterruptedIOException]. For any thread. The exchange is to be closed all the same.
  public void abort() {
    abortion.abort();
  }

  private void readRest(Connection leased) {
    ByteBuffer scrap = ByteBuffer.allocate(8 << 10);
    long begun = System.nanoTime();
    leased.wire().limitReads(WORTH_WAITING);
    try {
      for (int read = 0; connection != null && read < WORTH_READING; read += scrap.position()) {
        if (System.nanoTime() - begun > WORTH_WAITING.toNanos() || read(scrap.clear()) < 0) {
          return;
        }
      }
    } catch (IOException _) {
      // It was not wanted.
    }
  }

  private static int afterConnection(Body body) throws IOException {
    if (body.isWhole()) {
      return -1;
    }
    throw new IOException("this exchange is closed");
  }

  private Body received() {
    if (body == null) {
      throw new IllegalStateException("there is no answer yet");
    }
    return body;
  }

  private void giveBack() {
    Connection done = connection;
    ResponseHead answer = head;
    if (done == null || answer == null) {
      return;
    }
    connection = null;
    // First, or an abort that comes late would befall the next exchange.
    boolean spared = abortion.concernsNothing();
    if (spared && keepAlive && answer.persistent() && done.isReusable()) {
      pool.giveBack(done, answer);
    } else {
      pool.drop(done);
    }
  }

  private void drop() {
    Connection done = connection;
    if (done != null) {
      connection = null;
      abortion.concernsNothing();
      pool.drop(done);
    }
  }
}
