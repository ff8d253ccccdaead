package dev.millrace.gateway.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataReader.InsufficientDataAvailableException;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http2.Http2ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A protocol of which each connection has a budget for what comes, and lasts until
/// [OpenConnections] ends it.
///
/// @param supported whether what comes first is the protocol's, where that was not agreed on by TLS
/// @param budgeted a connection as the protocol is to see it, which throws at what is too much
record BudgetedProtocol(
    Supplier<? extends ServerConnectionSelector> protocol,
    Function<BufferData, Support> supported,
    UnaryOperator<ConnectionContext> budgeted)
    implements ServerConnectionSelector {
  /// How a connection of HTTP/2 begins (RFC 9113, section 3.4).
  /// https://www.rfc-editor.org/rfc/rfc9113#section-3.4
  private static final String PREFACE = "PRI * HTTP/2.0\r\n";

  /// Takes all that does not begin as HTTP/2 does. Whoever asks in another version, HTTP/1.0 say,
  /// or in a line without end, is told so in this one; the server would hang up without a word.
  static BudgetedProtocol http1(Http1ConnectionSelector http1) {
    return new BudgetedProtocol(
        () -> http1,
        first -> isPreface(first) ? Support.UNSUPPORTED : Support.SUPPORTED,
        context ->
            new Budgeted(context, context.dataWriter(), reader(context, new LineBudget()::spend)));
  }

  /// @param http2 asked for each connection
  /// @param connections is told of each
  /// @param refused is told of those that end for what came
  static BudgetedProtocol http2(
      Supplier<Http2ConnectionSelector> http2,
      OpenConnections connections,
      RefusedRequests refused) {
    return new BudgetedProtocol(
        http2,
        first -> http2.get().supports(first),
        context -> {
          FrameBudget budget = new FrameBudget(System::nanoTime);
          FrameWriter writer = new FrameWriter(context.dataWriter(), budget::lastStream, refused);
          connections.speaksHttp2(context, writer, budget);
          return new Budgeted(context, writer, reader(context, budget::spend));
        });
  }

  @Override
  public int bytesToIdentifyConnection() {
    return protocol.get().bytesToIdentifyConnection();
  }

  @Override
  public Support supports(BufferData data) {
    return supported.apply(data);
  }

  private static boolean isPreface(BufferData first) {
    return first.available() >= PREFACE.length()
        && first.readString(PREFACE.length()).equals(PREFACE);
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return protocol.get().supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    return new Lasting(protocol.get().connection(budgeted.apply(context)));
  }

  private static DataReader reader(ConnectionContext context, Consumer<byte[]> budget) {
    DataReader all = context.dataReader();
    return DataReader.create(() -> next(all, budget));
  }

  /// What comes next, or null at the end.
  private static byte @Nullable [] next(DataReader all, Consumer<byte[]> budget) {
    try {
      all.ensureAvailable();
    } catch (InsufficientDataAvailableException _) {
      return null;
    }
    byte[] octets = all.readBytes(all.available());
    budget.accept(octets);
    return octets;
  }

  /// A connection that the server does not end by itself, as it would where it stops, or finds no
  /// new request for long: with its next frame, HTTP/2 would be cut in the middle of an answer.
  private record Lasting(ServerConnection connection) implements ServerConnection {
    @Override
    public void handle(Limit limit) throws InterruptedException {
      connection.handle(limit);
    }

    @Override
    public Duration idleTime() {
      return connection.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
      if (interrupt) {
        connection.close(true);
      }
    }
  }

  /// A connection whose octets are read and written by others.
  private record Budgeted(
      ConnectionContext connection, DataWriter dataWriter, DataReader dataReader)
      implements ConnectionContext {
    @Override
    public ListenerContext listenerContext() {
      return connection.listenerContext();
    }

    @Override
    public ExecutorService executor() {
      return connection.executor();
    }

    @Override
    public Router router() {
      return connection.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
      return connection.proxyProtocolData();
    }

    @Override
    public HelidonSocket serverSocket() {
      return connection.serverSocket();
    }

    @Override
    public PeerInfo remotePeer() {
      return connection.remotePeer();
    }

    @Override
    public PeerInfo localPeer() {
      return connection.localPeer();
    }

    @Override
    public boolean isSecure() {
      return connection.isSecure();
    }

    @Override
    public String socketId() {
      return connection.socketId();
    }

    @Override
    public String childSocketId() {
      return connection.childSocketId();
    }
  }
}
