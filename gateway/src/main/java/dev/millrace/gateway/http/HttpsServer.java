package dev.millrace.gateway.http;

import dev.millrace.gateway.http.ClosingSockets.ClientCertificates;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.gateway.settings.AccessSettings;
import dev.millrace.gateway.settings.OperationSettings;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.Settings.SealedAnswers;
import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServerConfig;
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

  private final OpenConnections connections;

  /// In the order in which they were opened.
  private final List<HttpPort> ports = new ArrayList<>();

  private final HttpPort clients;
  private final @Nullable HttpPort sealed;
  private final @Nullable HttpPort admin;

  private HttpsServer(
      Settings settings, SSLContext tls, RequestPath path, @Nullable PeerPort peers, Handler admin)
      throws IOException {
    this.connections =
        new OpenConnections(
            settings.clientTimeout(), new ConnectionLimit(settings.clients(), System::nanoTime));
    try {
      this.clients = opened(forClients(settings, tls, path));
      SealedAnswers sealed = settings.sealed();
      this.sealed =
          sealed == null || sealed.port() == null
              ? null
              : opened(withoutTls(settings, sealed.port(), path));
      if (peers != null) {
        opened(forPeers(settings, peers));
      }
      OperationSettings.Admin operators = settings.operation().admin();
      this.admin = operators == null ? null : opened(forOperators(settings, operators, tls, admin));
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private HttpPort opened(HttpPort port) {
    ports.add(port);
    return port;
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
    return new HttpsServer(settings, tls, path, peers, admin);
  }

  private HttpPort forClients(Settings settings, SSLContext tls, RequestPath path)
      throws BindException {
    AnswerHeaders headers =
        settings.certificate() == null ? AnswerHeaders.plain() : AnswerHeaders.strictTransport();
    return HttpPort.open(
        settings.host(),
        settings.port(),
        GRACE,
        server -> {
          configure(server, settings, headers.on(path), headers, connections::acceptedClient);
          server
              .addConnectionSelector(BudgetedProtocol.http2(http2(settings)))
              .tls(secured(tls, clientCertificates(settings)));
        });
  }

  private static ClientCertificates clientCertificates(Settings settings) {
    AccessSettings.ClientCertificates wanted = settings.access().certificates();
    if (wanted == null) {
      return ClientCertificates.NONE;
    }
    return wanted.required() ? ClientCertificates.REQUIRED : ClientCertificates.OPTIONAL;
  }

  /// A port for objects in their sealed form: over HTTP/1.1, and [RequestPath] refuses all else.
  private HttpPort withoutTls(Settings settings, int port, RequestPath path) throws IOException {
    AnswerHeaders headers = AnswerHeaders.plain();
    try {
      return HttpPort.open(
          settings.host(),
          port,
          GRACE,
          server ->
              configure(server, settings, headers.on(path), headers, connections::acceptedClient));
    } catch (BindException e) {
      throw new IOException(
          "sealed-port " + port + " cannot be listened on: " + e.getMessage() + "; choose another",
          e);
    }
  }

  /// A port for other nodes of the fleet: over HTTP/1.1, and whoever has no certificate of the
  /// fleet's authority gets no further than the handshake.
  private HttpPort forPeers(Settings settings, PeerPort peers) throws IOException {
    try {
      return HttpPort.open(
          peers.host(),
          peers.port(),
          GRACE,
          server -> {
            configure(
                server,
                settings,
                peers.path(),
                AnswerHeaders.plain(),
                connections::acceptedUncounted);
            server.tls(secured(peers.tls(), ClientCertificates.REQUIRED));
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
  private HttpPort forOperators(
      Settings settings, OperationSettings.Admin admin, SSLContext tls, Handler path)
      throws IOException {
    AnswerHeaders headers = AnswerHeaders.plain();
    try {
      return HttpPort.open(
          admin.host(),
          admin.port(),
          GRACE,
          server -> {
            configure(server, settings, headers.on(path), headers, connections::acceptedUncounted);
            server.maxPayloadSize(MOST_ADMIN_BYTES).tls(secured(tls, ClientCertificates.NONE));
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

  /// What all ports have in common.
  private void configure(
      WebServerConfig.Builder server,
      Settings settings,
      Handler path,
      AnswerHeaders errors,
      Consumer<SocketChannel> accepted) {
    server
        .connectionOptions(socketOptions(settings, accepted))
        .addConnectionSelector(BudgetedProtocol.http1(http1()))
        .directHandlers(ServerErrors.asXml(errors))
        .addRouting(HttpRouting.builder().any(connections.watched(path)));
  }

  private static SocketOptions socketOptions(Settings settings, Consumer<SocketChannel> accepted) {
    return new AcceptedSocketOptions(accepted)
        .tcpNoDelay(true)
        .readTimeout(silence(settings))
        .buildPrototype();
  }

  private Tls secured(SSLContext tls, ClientCertificates certificates) {
    return Tls.builder().sslContext(ClosingSockets.of(tls, certificates, connections)).build();
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
    return clients.number();
  }

  /// The port that serves the sealed form without TLS, if there is one.
  public OptionalInt sealedPort() {
    return number(sealed);
  }

  /// The port for operators, if there is one.
  public OptionalInt adminPort() {
    return number(admin);
  }

  private static OptionalInt number(@Nullable HttpPort port) {
    return port == null ? OptionalInt.empty() : OptionalInt.of(port.number());
  }

  @Override
  public void close() {
    ports.forEach(HttpPort::close);
    connections.close();
  }
}
