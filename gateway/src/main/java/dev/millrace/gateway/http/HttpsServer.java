package dev.millrace.gateway.http;

import dev.millrace.gateway.http.ClosingSockets.ClientCertificates;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.gateway.settings.AccessSettings;
import dev.millrace.gateway.settings.OperationSettings;
import dev.millrace.gateway.settings.Settings;
import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http2.Http2Config;
import io.helidon.webserver.http2.Http2ConnectionSelector;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The HTTP server that carries requests to [RequestPath]: Helidon with blocking sockets, one
/// virtual thread a connection, HTTP/1.1 and HTTP/2 over TLS.
public final class HttpsServer implements AutoCloseable {
  /// Room for a key of 1,024 bytes with every byte percent-encoded, and a presigned URL's query
  /// with a session token.
  private static final int LONGEST_REQUEST_LINE = 16 * 1024;

  /// The name of the listener without TLS.
  private static final String SEALED = "sealed";

  /// The name of the listener for other nodes of the fleet.
  private static final String PEERS = "peers";

  /// The name of the listener for operators.
  private static final String ADMIN = "admin";

  private static final int MOST_HEADER_BYTES = 32 * 1024;

  /// How many requests may be under way on one connection of HTTP/2. Clients that begin with more,
  /// before they know, lose the connection, since the server refuses no stream by itself.
  private static final int MOST_STREAMS = 1_024;

  private static final int LARGEST_FRAME = 16 * 1024;

  /// What an operator sends along with a request, at most.
  private static final long MOST_ADMIN_BYTES = 64 * 1024;

  /// How long requests under way at a port may go on once it is closed. Ports are closed one after
  /// the other.
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final WebServer server;
  private final OpenConnections connections;

  private HttpsServer(WebServer server, OpenConnections connections) {
    this.server = server;
    this.connections = connections;
  }

  /// Starts a server that listens when this returns.
  ///
  /// @param peers the port for other nodes of the fleet, or null where there is no fleet
  /// @param admin the path of what is asked at the admin port, if the settings want one
  /// @throws BindException if it cannot listen where the settings want it to
  /// @throws IOException if it cannot listen on one of the other ports
  public static HttpsServer start(
      Settings settings, SSLContext tls, RequestPath path, @Nullable PeerPort peers, Handler admin)
      throws IOException {
    OpenConnections connections =
        new OpenConnections(
            settings.clientTimeout(), new ConnectionLimit(settings.clients(), System::nanoTime));
    try {
      return new HttpsServer(started(settings, tls, path, peers, admin, connections), connections);
    } catch (IOException | RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  private static WebServer started(
      Settings settings,
      SSLContext tls,
      RequestPath path,
      @Nullable PeerPort peers,
      Handler admin,
      OpenConnections connections)
      throws IOException {
    requireFree(settings.host(), settings.port());
    WebServerConfig.Builder builder = WebServer.builder();
    AnswerHeaders headers =
        settings.certificate() == null ? AnswerHeaders.plain() : AnswerHeaders.strictTransport();
    configure(builder, settings, settings.host(), settings.port(), headers.on(path), connections);
    builder.directHandlers(errorsAsXml(headers));
    if (settings.origin().isWritable()) {
      builder.contentEncoding(new AnyCoding());
    }
    if (settings.sealed() != null && settings.sealed().port() != null) {
      builder.putSocket(SEALED, withoutTls(settings, settings.sealed().port(), path, connections));
    }
    if (peers != null) {
      builder.putSocket(PEERS, forPeers(settings, peers, connections));
    }
    OperationSettings.Admin operators = settings.operation().admin();
    if (operators != null) {
      builder.putSocket(ADMIN, forOperators(settings, operators, tls, admin, connections));
    }
    WebServer server =
        builder
            .tls(
                Tls.builder()
                    .sslContext(ClosingSockets.of(tls, clientCertificates(settings), connections))
                    .build())
            .addConnectionSelector(BudgetedProtocol.http2(http2(settings)))
            .shutdownHook(false)
            .build()
            .start();
    if (!server.isRunning()) {
      throw new BindException("taken in this very moment");
    }
    return server;
  }

  private static ClientCertificates clientCertificates(Settings settings) {
    AccessSettings.ClientCertificates wanted = settings.access().certificates();
    if (wanted == null) {
      return ClientCertificates.NONE;
    }
    return wanted.required() ? ClientCertificates.REQUIRED : ClientCertificates.OPTIONAL;
  }

  /// A listener for objects in their sealed form: over HTTP/1.1, and [RequestPath] refuses all
  /// else.
  private static ListenerConfig withoutTls(
      Settings settings, int port, RequestPath path, OpenConnections connections)
      throws IOException {
    try {
      requireFree(settings.host(), port);
    } catch (BindException e) {
      throw new IOException(
          "sealed-port " + port + " cannot be listened on: " + e.getMessage() + "; choose another",
          e);
    }
    ListenerConfig.Builder builder = ListenerConfig.builder();
    AnswerHeaders headers = AnswerHeaders.plain();
    configure(builder, settings, settings.host(), port, headers.on(path), connections);
    return builder.directHandlers(errorsAsXml(headers)).build();
  }

  /// A listener for other nodes of the fleet: over HTTP/1.1, and whoever has no certificate of the
  /// fleet's authority gets no further than the handshake.
  private static ListenerConfig forPeers(
      Settings settings, PeerPort peers, OpenConnections connections) throws IOException {
    try {
      requireFree(peers.host(), peers.port());
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
    ListenerConfig.Builder builder = ListenerConfig.builder();
    configure(builder, settings, peers.host(), peers.port(), peers.path(), connections);
    return builder
        .connectionOptions(socketOptions(settings, connections::acceptedUncounted))
        .directHandlers(errorsAsXml(AnswerHeaders.plain()))
        .tls(
            Tls.builder()
                .sslContext(
                    ClosingSockets.of(peers.tls(), ClientCertificates.REQUIRED, connections))
                .build())
        .build();
  }

  /// A listener for those who operate the gateway: over HTTP/1.1, and with the certificate that
  /// clients are shown.
  private static ListenerConfig forOperators(
      Settings settings,
      OperationSettings.Admin admin,
      SSLContext tls,
      Handler path,
      OpenConnections connections)
      throws IOException {
    try {
      requireFree(admin.host(), admin.port());
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
    ListenerConfig.Builder builder = ListenerConfig.builder();
    AnswerHeaders headers = AnswerHeaders.plain();
    configure(builder, settings, admin.host(), admin.port(), headers.on(path), connections);
    return builder
        // Operators get through where clients have all the connections that they may.
        .connectionOptions(socketOptions(settings, connections::acceptedUncounted))
        .directHandlers(errorsAsXml(headers))
        .maxPayloadSize(MOST_ADMIN_BYTES)
        .tls(
            Tls.builder()
                .sslContext(ClosingSockets.of(tls, ClientCertificates.NONE, connections))
                .build())
        .build();
  }

  /// Where other nodes of the fleet ask this one.
  ///
  /// @param tls shows this node's certificate, and believes in the authority of the fleet alone
  public record PeerPort(String host, int port, SSLContext tls, Handler path) {}

  /// What all listeners have in common.
  private static void configure(
      ListenerConfig.BuilderBase<?, ?> listener,
      Settings settings,
      String host,
      int port,
      Handler path,
      OpenConnections connections) {
    listener
        .host(host)
        .port(port)
        .useNio(false)
        .connectionOptions(socketOptions(settings, connections::acceptedClient))
        .protocolsDiscoverServices(false)
        .addConnectionSelector(BudgetedProtocol.http1(http1()))
        .shutdownGracePeriod(GRACE)
        .addRouting(HttpRouting.builder().any(connections.watched(path)));
  }

  private static SocketOptions socketOptions(Settings settings, Consumer<SocketChannel> accepted) {
    return new AcceptedSocketOptions(accepted)
        .tcpNoDelay(true)
        .readTimeout(silence(settings))
        .buildPrototype();
  }

  /// HTTP/1.1 without an upgrade to anything: HTTP/2 is agreed on by TLS, and a proxy that lets an
  /// upgrade pass no longer sees what is asked for.
  private static Http1ConnectionSelector http1() {
    return Http1ConnectionSelector.builder()
        .config(
            Http1Config.builder()
                .maxPrologueLength(LONGEST_REQUEST_LINE)
                .maxHeadersSize(MOST_HEADER_BYTES)
                .sendKeepAliveHeader(false)
                .build())
        .build();
  }

  private static Http2ConnectionSelector http2(Settings settings) {
    return Http2ConnectionSelector.builder()
        .http2Config(
            Http2Config.builder()
                .maxConcurrentStreams(MOST_STREAMS)
                .maxFrameSize(LARGEST_FRAME)
                .maxHeaderListSize(MOST_HEADER_BYTES)
                .maxRapidResets(50)
                .rapidResetCheckPeriod(Duration.ofSeconds(10))
                .maxEmptyFrames(10)
                .flowControlTimeout(settings.clientTimeout())
                .build())
        .build();
  }

  /// Listens for a moment: of a port in use the server tells its log only, and starts without.
  private static void requireFree(String host, int port) throws BindException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new BindException(e.getMessage());
    }
  }

  /// How long a connection may bring nothing. Over HTTP/2 that is no idleness while an answer is
  /// waited for, so it is at least as long as the origin may take to begin one.
  private static Duration silence(Settings settings) {
    Duration pauses = Retry.LONGEST_PAUSE.multipliedBy(settings.attempts() - 1);
    Duration answer =
        settings
            .connectTimeout()
            .plus(settings.readTimeout())
            .multipliedBy(settings.attempts())
            .plus(pauses);
    return answer.compareTo(settings.clientTimeout()) > 0 ? answer : settings.clientTimeout();
  }

  /// The port that the server listens on.
  public int port() {
    return server.port();
  }

  /// The port that serves the sealed form without TLS, if there is one.
  public OptionalInt sealedPort() {
    return port(SEALED);
  }

  /// The port for operators, if there is one.
  public OptionalInt adminPort() {
    return port(ADMIN);
  }

  private OptionalInt port(String listener) {
    int port = server.port(listener);
    return port < 0 ? OptionalInt.empty() : OptionalInt.of(port);
  }

  @Override
  public void close() {
    server.stop();
    connections.close();
  }

  /// What the server itself refuses, before a request has a path, is said in S3's terms too.
  private static DirectHandlers errorsAsXml(AnswerHeaders said) {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      handlers.addHandler(
          type,
          (request, _, status, headers, _) -> {
            said.addTo(headers);
            return refusal(request, status, headers);
          });
    }
    return handlers.build();
  }

  private static DirectHandler.TransportResponse refusal(
      DirectHandler.TransportRequest request, Status found, ServerResponseHeaders headers) {
    // What failed before there was a path is a request that cannot be read, and no fault of ours.
    Status status =
        request.path().isEmpty() && found.code() == 500 ? Status.BAD_REQUEST_400 : found;
    S3Error.Code code =
        status.code() < 500 ? S3Error.Code.INVALID_REQUEST : S3Error.Code.INTERNAL_ERROR;
    String said = status.code() < 500 ? "The request cannot be read." : "Internal error.";
    return DirectHandler.TransportResponse.builder()
        .status(status)
        .headers(headers)
        .header(HeaderNames.CONTENT_TYPE, "application/xml")
        .keepAlive(false)
        .entity(new S3Error(code, said).toXml(request.path(), "-"))
        .build();
  }
}
