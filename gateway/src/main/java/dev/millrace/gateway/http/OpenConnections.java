package dev.millrace.gateway.http;

import dev.millrace.gateway.settings.Settings.ClientLimits;
import dev.millrace.gateway.watch.Watch;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// The connections that are open, on all ports, and the watch over clients that are slow to ask.
///
/// A timeout of a socket bounds silence, and says nothing of a client that sends a byte now and
/// then. So from its start, and from the end of its last answer, a connection has a bounded time
/// until the head of a request is complete, the TLS handshake included. One thread looks at all
/// connections every now and then and closes those that are late. Over HTTP/2 a connection waits
/// while none of its requests is under way. What is being answered is never cut here: that is
/// [StallWatch]'s.
///
/// A gateway that is about to stop has its connections end without harm to any request: HTTP/1.1 by
/// `Connection: close` in the next answer, HTTP/2 by GOAWAY. Once it accepts no more, those that
/// wait are closed; the few that have just been answered a moment later, in case their clients have
/// asked already.
///
/// A request costs two writes to its connection, and what arrives costs nothing. Safe for use by
/// any number of threads.
final class OpenConnections implements AutoCloseable {
  private static final Duration LONGEST_PERIOD = Duration.ofMillis(250);

  /// How often connections are gone through for one that is to be refused.
  private static final long SWEEP_NANOS = Duration.ofMillis(10).toNanos();

  /// How long a connection is kept for its next request once no more are accepted.
  private static final Duration LINGERING = Duration.ofSeconds(1);

  private final Map<Ends, OpenConnection> open = new ConcurrentHashMap<>();
  private final Set<Rest> rests = ConcurrentHashMap.newKeySet();
  private final ConnectionLimit limit;
  private final ConnectionLimit unproved =
      new ConnectionLimit(
          "of other nodes that have yet to ask", ClientLimits.UNPROVED_NODES, System::nanoTime);
  private final LongAdder late = new LongAdder();
  private final AtomicLong sweptAt = new AtomicLong(System.nanoTime());
  private volatile long nanos;
  private final Watch watch;
  private volatile Phase phase = Phase.SERVING;
  private volatile Runnable whenNoneIsLeft = () -> {};

  private enum Phase {
    SERVING,
    /// Connections end with their next answer, but for those of other nodes.
    DRAINING,
    /// All do, and so do those that wait.
    ENDING
  }

  /// @param patience how long a connection may wait for a request
  /// @param limit how many connections there may be, but for those of other nodes
  OpenConnections(Duration patience, ConnectionLimit limit) {
    this.nanos = patience.toNanos();
    this.limit = limit;
    this.watch = Watch.begin("connections", this::period, this::look);
  }

  /// From now on a connection may wait so long for a request.
  void renew(Duration patience) {
    nanos = patience.toNanos();
  }

  /// The two addresses that tell a connection from all others that are open.
  private record Ends(SocketAddress client, SocketAddress server) {
    static Ends of(Socket socket) {
      return new Ends(socket.getRemoteSocketAddress(), socket.getLocalSocketAddress());
    }
  }

  /// A body that its sender has an answer to already.
  private record Rest(Thread reader, long began) {}

  /// Takes in a connection that was just accepted.
  ///
  /// @throws IllegalStateException if it is one too many, and to be closed
  void accepted(SocketChannel channel) {
    accepted(channel, limit);
  }

  /// Takes in a connection to the port for other nodes of the fleet that was just accepted. It
  /// counts until it is asked over: whoever does so has shown a certificate of the fleet's.
  ///
  /// @throws IllegalStateException if it is one too many, and to be closed
  void acceptedPeer(SocketChannel channel) {
    accepted(channel, unproved);
  }

  private void accepted(SocketChannel channel, ConnectionLimit limit) {
    String network = ClientNetwork.of(channel.socket().getInetAddress());
    if (!limit.enter(network)) {
      sweepNow();
      if (!limit.enter(network)) {
        limit.refuse(network);
        throw new IllegalStateException("too many connections");
      }
    }
    accepted(new OpenConnection(channel, () -> limit.leave(network)));
  }

  private void accepted(OpenConnection connection) {
    // The addresses can be there again only if the connection that had them is dead.
    OpenConnection before = open.put(Ends.of(connection.socket()), connection);
    if (before != null) {
      before.close();
      before.leave();
    }
  }

  /// Tells that the calling thread reads what comes to `accepted`, through `tls`.
  void secured(Socket accepted, Closeable tls) {
    OpenConnection connection = open.get(Ends.of(accepted));
    if (connection != null) {
      connection.securedBy(tls);
    }
  }

  /// Tells that a connection speaks HTTP/2.
  void speaksHttp2(ConnectionContext context, FrameWriter writer, FrameBudget received) {
    OpenConnection connection =
        open.get(new Ends(context.remotePeer().address(), context.localPeer().address()));
    if (connection != null) {
      connection.speaksHttp2(writer, received);
    }
  }

  /// From now on connections end with their next answer, but for those of other nodes.
  void drain() {
    enter(Phase.DRAINING);
  }

  /// From now on connections stay again.
  void resume() {
    phase = Phase.SERVING;
  }

  /// From now on connections end with their next answer, or when they have waited for a moment.
  ///
  /// @param none what to do, once at least, when none is left
  void end(Runnable none) {
    whenNoneIsLeft = none;
    enter(Phase.ENDING);
  }

  private void enter(Phase next) {
    phase = next;
    for (OpenConnection connection : open.values()) {
      // Who reads nothing would hold up the others.
      Thread.startVirtualThread(connection::announceEnd);
    }
  }

  /// `path` for requests whose connections are known here.
  Handler watched(Handler path) {
    return (request, response) ->
        answer(path, of(request), phase != Phase.SERVING, request, response);
  }

  /// The same for the port for other nodes. They ask for as long as this one is on the list, so
  /// their connections stay until it ends: each slice would cost a handshake.
  Handler watchedPeers(Handler path) {
    return (request, response) -> {
      OpenConnection connection = of(request);
      connection.leave();
      answer(path, connection, phase == Phase.ENDING, request, response);
    };
  }

  private OpenConnection of(ServerRequest request) throws IOException {
    OpenConnection connection =
        open.get(new Ends(request.remotePeer().address(), request.localPeer().address()));
    if (connection == null) {
      throw new IOException("the connection is gone");
    }
    return connection;
  }

  private void answer(
      Handler path,
      OpenConnection connection,
      boolean isLast,
      ServerRequest request,
      ServerResponse response)
      throws Exception {
    boolean isHttp1 = isHttp1(request);
    if (isLast && isHttp1) {
      response.headers().set(HeaderValues.CONNECTION_CLOSE);
    }
    connection.beginRequest();
    boolean isComplete;
    try {
      path.handle(request, response);
    } finally {
      connection.endRequest();
      isComplete = readRest(request);
    }
    if (isHttp1 && !isComplete) {
      throw new CloseConnectionException("the client is gone");
    } else if (isHttp1 && (isLast || isLastOf(request))) {
      throw new CloseConnectionException("it was the last answer");
    } else if (request.content().hasEntity() && connection.awaits(request.id())) {
      // The server keeps what came on the stream, and its room, as long as the connection lasts.
      connection.announceEnd();
      throw withoutRest();
    } else if (isLast) {
      connection.announceEnd();
    }
  }

  /// Has the server reset a stream whose answer is out. RFC 9113, section 8.1: "a server MAY
  /// request that the client abort transmission of a request without error by sending a RST_STREAM
  /// with an error code of NO_ERROR". https://www.rfc-editor.org/rfc/rfc9113#section-8.1
  private static CloseConnectionException withoutRest() {
    String reason = "the rest of the body is not waited for";
    return new CloseConnectionException(
        reason, new Http2Exception(Http2ErrorCode.NO_ERROR, reason));
  }

  /// Whether the client said that it asks for nothing more. RFC 9112, section 9.6: "A server that
  /// receives a 'close' connection option MUST initiate closure of the connection after it sends
  /// the final response". https://www.rfc-editor.org/rfc/rfc9112#section-9.6
  private static boolean isLastOf(ServerRequest request) {
    return request.headers().containsToken(HeaderValues.CONNECTION_CLOSE);
  }

  private static boolean isHttp1(ServerRequest request) {
    return request.prologue().protocolVersion().startsWith("1");
  }

  /// Reads what the client still sends, as long as it may take to: one whose connection is reset in
  /// the middle of that may never see its answer.
  ///
  /// @return whether there is no more of it that could be read
  private boolean readRest(ServerRequest request) {
    if (!request.content().hasEntity() || isUnreadable(request)) {
      return true;
    }
    Rest rest = new Rest(Thread.currentThread(), System.nanoTime());
    rests.add(rest);
    try {
      request.content().consume();
      return true;
    } catch (RuntimeException _) {
      // The answer is out. Over HTTP/2 the stream is closed with it where all had come before.
      return false;
    } finally {
      rests.remove(rest);
    }
  }

  /// Over HTTP/1.1, what waits for leave to be sent is not sent any more, and a chunk would be held
  /// as a whole.
  private static boolean isUnreadable(ServerRequest request) {
    return isHttp1(request)
        && ((request.headers().contains(HeaderNames.EXPECT) && !request.continueSent())
            || request.headers().contains(HeaderNames.TRANSFER_ENCODING));
  }

  /// How many there are, but for those of other nodes, and how many were turned away.
  ConnectionCounts counts() {
    return limit.counts(late.sum());
  }

  @Override
  public void close() {
    watch.close();
  }

  private Duration period() {
    return Duration.ofNanos(Math.min(nanos / 4, LONGEST_PERIOD.toNanos()));
  }

  /// Sweeps, but for when that was just done: who connects in vain all the time does not have all
  /// connections gone through all the time.
  private void sweepNow() {
    long last = sweptAt.get();
    long now = System.nanoTime();
    if (now - last >= SWEEP_NANOS && sweptAt.compareAndSet(last, now)) {
      sweep();
    }
  }

  /// Forgets the connections that are closed. Whoever closed them: the server has many ways to do
  /// so and tells of none.
  private void sweep() {
    open.forEach((ends, connection) -> {
      if (!connection.isOpen() && open.remove(ends, connection)) {
        connection.leave();
      }
    });
  }

  private void look() {
    sweep();
    long now = System.nanoTime();
    long patience = phase == Phase.ENDING ? Math.min(nanos, LINGERING.toNanos()) : nanos;
    for (OpenConnection connection : open.values()) {
      if (connection.endIfLate(now, patience) && phase != Phase.ENDING) {
        late.increment();
      }
    }
    if (open.isEmpty()) {
      whenNoneIsLeft.run();
    }
    for (Rest rest : rests) {
      if (now - rest.began > nanos) {
        rest.reader.interrupt();
      }
    }
  }
}
