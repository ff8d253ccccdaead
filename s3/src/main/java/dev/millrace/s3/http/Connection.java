package dev.millrace.s3.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A connection, on which one exchange after another takes place.
final class Connection {
  private static final int MOST_INTERIM_ANSWERS = 16;

  private final Route route;
  private final InetAddress address;
  private final Wire wire;
  private final Input input;
  private final HttpSettings settings;
  private final long madeAt;
  private boolean used;

  /// Whether a failure now would mean that the server had closed the connection before.
  private boolean mayBeStale;

  private long idleSince;
  private long idleNanos;

  Connection(Route route, InetAddress address, Wire wire, Input input, HttpSettings settings) {
    this.route = route;
    this.address = address;
    this.wire = wire;
    this.input = input;
    this.settings = settings;
    this.madeAt = settings.nanoTime();
  }

  Route route() {
    return route;
  }

  InetAddress address() {
    return address;
  }

  Wire wire() {
    return wire;
  }

  Input input() {
    return input;
  }

  void setAtWork(boolean atWork) {
    wire.setAtWork(atWork);
    input.setAtWork(atWork);
  }

  /// Sends a request, and returns the head of its answer.
  ///
  /// @throws StaleConnectionException where the connection had served before, and ended before this
  ///   answer began
  ResponseHead exchange(HttpRequest request, boolean keepAlive) throws IOException {
    mayBeStale = used;
    try {
      wire.write(RequestHead.encode(route, request, keepAlive));
      RequestBody body = request.body();
      if (body == null) {
        return finalHead();
      }
      if (request.expectsContinue() && wire.awaitInput(settings.continueWait())) {
        ResponseHead head = head();
        if (!head.isInterim()) {
          return withoutReuse(head);
        }
      }
      return send(body);
    } catch (SocketException | NothingReceivedException e) {
      throw mayBeStale ? new StaleConnectionException(e) : e;
    } finally {
      used = true;
    }
  }

  /// Whether another exchange may follow one that is complete.
  boolean isReusable() {
    return input.isEmpty() && wire.isReusable();
  }

  /// From now on nobody uses this connection, and nobody will for longer than the settings say or
  /// the server has announced.
  void rest(ResponseHead last) {
    idleSince = settings.nanoTime();
    idleNanos = Math.min(settings.idleTimeout().toNanos(), announcedIdleTime(last).toNanos());
    wire.limitReads(settings.readTimeout());
    setAtWork(false);
  }

  /// Closes this connection, on which no exchange is under way.
  void close() {
    wire.close(ByteBuffer.allocate(0));
  }

  boolean isOld(long now) {
    return now - madeAt >= settings.timeToLive().toNanos();
  }

  boolean hasRestedTooLong(long now) {
    return now - idleSince >= idleNanos;
  }

  long restedNanos(long now) {
    return now - idleSince;
  }

  private ResponseHead send(RequestBody body) throws IOException {
    BodyOutput out = new BodyOutput(wire, body.length());
    try {
      body.writeTo(out);
      out.finish();
    } catch (IOException e) {
      if (!out.isBroken()) {
        mayBeStale = false;
        throw e;
      }
      // Who refuses a body may answer and close without reading it.
      try {
        return withoutReuse(finalHead());
      } catch (IOException unread) {
        e.addSuppressed(unread);
        throw e;
      }
    }
    return finalHead();
  }

  private ResponseHead finalHead() throws IOException {
    for (int i = 0; i < MOST_INTERIM_ANSWERS; i++) {
      ResponseHead head = head();
      if (!head.isInterim()) {
        return head;
      }
    }
    throw new ProtocolException("the server sends interim answers only");
  }

  private ResponseHead head() throws IOException {
    if (!input.hasMore()) {
      throw new NothingReceivedException();
    }
    mayBeStale = false;
    ResponseHead head = ResponseHead.read(input);
    if (head.status() == 101) {
      throw new ProtocolException("the server switches to a protocol that nobody asked for");
    }
    return head;
  }

  private static ResponseHead withoutReuse(ResponseHead head) {
    return new ResponseHead(head.status(), head.reason(), head.headers(), false);
  }

  /// What the header Keep-Alive says, less some of it for its way here.
  private static Duration announcedIdleTime(ResponseHead head) {
    @Nullable String value = head.headers().joined("keep-alive");
    int at = value == null ? -1 : value.indexOf("timeout=");
    if (value == null || at < 0) {
      return Duration.ofSeconds(Long.MAX_VALUE / 1_000_000_000);
    }
    int begin = at + "timeout=".length();
    int end = begin;
    while (end < value.length() && value.charAt(end) >= '0' && value.charAt(end) <= '9') {
      end++;
    }
    long seconds = Math.max(0, Grammar.decimal(value.substring(begin, Math.min(end, begin + 9))));
    return Duration.ofMillis(Math.max(seconds * 500, seconds * 1000 - 1000));
  }

  /// The connection ended before the first byte of an answer.
  private static final class NothingReceivedException extends EOFException {
    private static final long serialVersionUID = 1;

    NothingReceivedException() {
      super("the connection ended before the answer");
    }
  }
}
