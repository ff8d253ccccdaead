package dev.millrace.gateway.http;

import dev.millrace.gateway.http.ClosingSockets.ClientCertificates;
import dev.millrace.gateway.settings.AccessSettings;
import dev.millrace.gateway.settings.OperationSettings;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.Settings.ClientLimits;
import dev.millrace.gateway.settings.Settings.SealedAnswers;
import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http2.Http2Config;
import io.helidon.webserver.http2.Http2ConnectionSelector;
import java.io.IOException;
import java.net.BindException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The HTTP server that carries requests to [RequestPath]: Helidon with blocking sockets, one
/// virtual thread a connection, HTTP/1.1 and HTTP/2 over TLS.
public final class HttpsServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(HttpsServer.class.getName());

  /// Room for a key of 1,024 bytes with every byte percent-encoded, and a presigned URL's query
  /// with a session token.
  private static final int LONGEST_REQUEST_LINE = 16 * 1024;

  private static final int MOST_HEADER_BYTES = 32 * 1024;

  /// How many requests may be under way on one connection of HTTP/2. Clients that begin with more,
  /// before they know, lose the connection, since the server refuses no stream by itself.
  private static final int MOST_STREAMS = 1_024;

  private static final int LARGEST_FRAME = 16 * 1024;

  /// What a client may send on a stream before it is read. The server waits, with all streams of
  /// the connection, for whoever lets more than 32 frames of one lie.
  private static final int WINDOW = 16 * LARGEST_FRAME;

  /// What an operator sends along with a request, at most.
  private static final long MOST_ADMIN_BYTES = 64 * 1024;

  /// How long whatever is left of a port may take once nothing goes on there any more.
  private static final Duration FORCE = Duration.ofSeconds(1);

  private final Settings settings;
  private final ConnectionLimit limit;
  private final Duration drainTimeout;
  private final OpenConnections connections;
  private final OpenConnections ofOperators;
  private final RefusedRequests refused = new RefusedRequests(System::nanoTime);

  /// In the order in which they were opened.
  private final List<HttpPort> ports = new ArrayList<>();

  private volatile Http2ConnectionSelector http2;
  private @Nullable HttpPort clients;
  private @Nullable HttpPort sealed;
  private @Nullable HttpPort http;
  private @Nullable HttpPort admin;

  /// A server that does not listen yet.
  public HttpsServer(Settings settings) {
    this.settings = settings;
    this.drainTimeout = settings.operation().drain().timeout();
    this.limit =
        new ConnectionLimit(
            "connections-per-address, connections", settings.clients(), System::nanoTime);
    this.connections = new OpenConnections(settings.clientTimeout(), limit);
    this.ofOperators =
        new OpenConnections(
            settings.clientTimeout(),
            new ConnectionLimit("of operators", ClientLimits.OPERATORS, System::nanoTime));
    this.http2 = http2(settings);
  }

  /// Listens when this returns.
  ///
  /// @param peers the port for other nodes of the fleet, or null where there is no fleet
  /// @param operators the path of what is asked at the admin port, if the settings want one
  /// @throws BindException if it cannot listen where the settings want it to
  /// @throws IOException if it cannot listen on one of the other ports
  public void listen(SSLContext tls, RequestPath path, @Nullable PeerPort peers, Handler operators)
      throws IOException {
    clients = opened(forClients(tls, path));
    SealedAnswers answers = settings.sealed();
    if (answers != null && answers.port() != null) {
      sealed = opened(withoutTls("sealed-port", answers.port(), path));
    }
    Integer inTheClear = settings.listening().httpPort();
    if (inTheClear != null) {
      http = opened(inTheClear(inTheClear, path));
    }
    if (peers != null) {
      opened(forPeers(peers));
    }
    OperationSettings.Admin wanted = settings.operation().admin();
    if (wanted != null) {
      admin = opened(forOperators(wanted, tls, operators));
    }
  }

  private HttpPort opened(HttpPort port) {
    ports.add(port);
    return port;
  }

  private HttpPort forClients(SSLContext tls, RequestPath path) throws BindException {
    AnswerHeaders headers =
        settings.certificate() == null ? AnswerHeaders.plain() : AnswerHeaders.strictTransport();
    return HttpPort.open(
        settings.host(),
        settings.port(),
        drainTimeout,
        server -> {
          configure(server, connections.watched(headers.on(path)), headers);
          server
              .contentEncoding(new AnyCoding())
              .connectionOptions(socketOptions(connections::accepted))
              .addConnectionSelector(BudgetedProtocol.http2(() -> http2, connections, refused))
              .tls(secured(tls, clientCertificates(settings), connections));
        });
  }

  private static ClientCertificates clientCertificates(Settings settings) {
    AccessSettings.ClientCertificates wanted = settings.access().certificates();
    if (wanted == null) {
      return ClientCertificates.NONE;
    }
    return wanted.required() ? ClientCertificates.REQUIRED : ClientCertificates.OPTIONAL;
  }

  private HttpPort inTheClear(int port, RequestPath path) throws IOException {
    if (!settings.listening().isOnThisMachineAlone()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "what goes over http-port can be read and changed by everybody on the way");
    }
    return withoutTls("http-port", port, path.inTheClear());
  }

  /// A port for clients over HTTP/1.1 alone, since HTTP/2 is agreed on by TLS.
  ///
  /// @param setting what names the port
  private HttpPort withoutTls(String setting, int port, Handler path) throws IOException {
    AnswerHeaders headers = AnswerHeaders.plain();
    try {
      return HttpPort.open(
          settings.host(),
          port,
          drainTimeout,
          server -> {
            configure(server, connections.watched(headers.on(path)), headers);
            server
                .contentEncoding(new AnyCoding())
                .connectionOptions(socketOptions(connections::accepted));
          });
    } catch (BindException e) {
      throw new IOException(
          setting + " " + port + " cannot be listened on: " + e.getMessage() + "; choose another",
          e);
    }
  }

  /// A port for other nodes of the fleet: over HTTP/1.1, and whoever has no certificate of the
  /// fleet's authority gets no further than the handshake.
  private HttpPort forPeers(PeerPort peers) throws IOException {
    try {
      return HttpPort.open(
          peers.host(),
          peers.port(),
          drainTimeout,
          server -> {
            configure(server, connections.watchedPeers(peers.path()), AnswerHeaders.plain());
            server
                .connectionOptions(socketOptions(connections::acceptedPeer))
                .tls(secured(peers.tls(), ClientCertificates.REQUIRED, connections));
          });
    } catch (BindException e) {
      throw new IOException(
          "this node's address in the fleet, "
              + peers.host()
              + ":"
              + peers.port()
              + ", cannot be listened on: "
              + e.getMessage(),
          e);
    }
  }

  /// A port for those who operate the gateway: over HTTP/1.1, and with the certificate that clients
  /// are shown. They get through where clients have all the connections that they may.
  private HttpPort forOperators(OperationSettings.Admin admin, SSLContext tls, Handler path)
      throws IOException {
    AnswerHeaders headers = AnswerHeaders.plain();
    try {
      return HttpPort.open(
          admin.host(),
          admin.port(),
          FORCE,
          server -> {
            server
                .addConnectionSelector(BudgetedProtocol.http1(http1(false)))
                .directHandlers(ServerErrors.TEXT.saying(headers, refused))
                .addRouting(HttpRouting.builder().any(ofOperators.watched(headers.on(path))))
                .connectionOptions(socketOptions(ofOperators::accepted))
                .maxPayloadSize(MOST_ADMIN_BYTES)
                .tls(secured(tls, ClientCertificates.NONE, ofOperators));
          });
    } catch (BindException e) {
      throw new IOException(
          "admin-port "
              + admin.port()
              + " cannot be listened on at "
              + admin.host()
              + ": "
              + e.getMessage()
              + "; choose another, or another admin-host",
          e);
    }
  }

  /// Where other nodes of the fleet ask this one.
  ///
  /// @param tls shows this node's certificate, and believes in the authority of the fleet alone
  public record PeerPort(String host, int port, SSLContext tls, Handler path) {}

  /// What all ports but that of operators have in common.
  private void configure(PortConfig server, Handler path, AnswerHeaders said) {
    server
        .addConnectionSelector(BudgetedProtocol.http1(http1(true)))
        .directHandlers(ServerErrors.XML.saying(said, refused))
        .addRouting(HttpRouting.builder().any(path));
  }

  private static SocketOptions socketOptions(Consumer<SocketChannel> accepted) {
    return new AcceptedSocketOptions(accepted).tcpNoDelay(true).buildPrototype();
  }

  private static Tls secured(
      SSLContext tls, ClientCertificates certificates, OpenConnections connections) {
    return Tls.builder().sslContext(ClosingSockets.of(tls, certificates, connections)).build();
  }

  /// HTTP/1.1 without an upgrade to anything: HTTP/2 is agreed on by TLS, and a proxy that lets an
  /// upgrade pass no longer sees what is asked for.
  ///
  /// @param isStrict whether the server refuses queries that are not well-formed, or leaves that to
  ///   what reads them
  private static Http1ConnectionSelector http1(boolean isStrict) {
    return Http1ConnectionSelector.builder()
        .config(
            Http1Config.builder()
                .maxPrologueLength(LONGEST_REQUEST_LINE)
                .maxHeadersSize(MOST_HEADER_BYTES)
                .sendKeepAliveHeader(false)
                .validatePrologue(isStrict)
                .build())
        .build();
  }

  /// HTTP/2, where a path that is none is left to [StrictRequest] and [Target], which refuse it on
  /// its stream: the server would end the connection, with all that others ask over it, and log
  /// each.
  private static Http2ConnectionSelector http2(Settings settings) {
    return Http2ConnectionSelector.builder()
        .http2Config(
            Http2Config.builder()
                .maxConcurrentStreams(MOST_STREAMS)
                .maxFrameSize(LARGEST_FRAME)
                .initialWindowSize(WINDOW)
                .maxHeaderListSize(MOST_HEADER_BYTES)
                .maxRapidResets(50)
                .rapidResetCheckPeriod(Duration.ofSeconds(10))
                .maxEmptyFrames(10)
                .validatePath(false)
                .flowControlTimeout(settings.clientTimeout())
                .build())
        .build();
  }

  /// Whether connections are accepted at all ports.
  public boolean isListening() {
    return ports.stream().allMatch(HttpPort::isListening);
  }

  /// The port that the server listens on.
  public int port() {
    return Objects.requireNonNull(clients).number();
  }

  /// The port that serves the sealed form without TLS, if there is one.
  public OptionalInt sealedPort() {
    return number(sealed);
  }

  /// The port that serves all without TLS, if there is one.
  public OptionalInt httpPort() {
    return number(http);
  }

  /// The port for operators, if there is one.
  public OptionalInt adminPort() {
    return number(admin);
  }

  private static OptionalInt number(@Nullable HttpPort port) {
    return port == null ? OptionalInt.empty() : OptionalInt.of(port.number());
  }

  /// How many connections of clients there are, and how many were turned away.
  public ConnectionCounts connectionCounts() {
    return connections.counts();
  }

  /// How many requests were refused that nobody could answer, by reason.
  public Map<RefusedRequests.Reason, Long> refusedRequests() {
    return refused.counts();
  }

  /// Takes over what settings say of how much clients may have, and how long they may take.
  public void renew(Settings settings) {
    limit.renew(settings.clients());
    connections.renew(settings.clientTimeout());
    ofOperators.renew(settings.clientTimeout());
    http2 = http2(settings);
  }

  /// Has connections end with their next answer, but for those of operators and of other nodes. New
  /// ones are accepted.
  public void drain() {
    connections.drain();
  }

  /// Has connections stay again.
  public void resume() {
    connections.resume();
  }

  /// Listens no longer, from the beginning of this, but for operators, and returns when all is
  /// answered that was under way, or has had the time that it may take.
  public void stop() {
    List<HttpPort> others = ports.stream().filter(port -> port != admin).toList();
    if (!closed(others, connections, drainTimeout.plus(FORCE))) {
      LOG.log(System.Logger.Level.WARNING, "requests are cut off that took too long to end");
    }
  }

  /// Closes ports at the same time. Whoever asked over connections that are gone, and is still
  /// being answered, is not waited for.
  ///
  /// @return whether it took no longer than that
  private static boolean closed(
      List<HttpPort> ports, OpenConnections connections, Duration patience) {
    CountDownLatch open = new CountDownLatch(ports.size());
    CountDownLatch over = new CountDownLatch(1);
    for (HttpPort port : ports) {
      Thread.startVirtualThread(() -> {
        port.close();
        open.countDown();
        if (open.getCount() == 0) {
          over.countDown();
        }
      });
    }
    connections.end(over::countDown);
    try {
      return ports.isEmpty() || over.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    stop();
    boolean _ =
        closed(admin == null ? List.of() : List.of(admin), ofOperators, FORCE.multipliedBy(2));
    connections.close();
    ofOperators.close();
  }
}
