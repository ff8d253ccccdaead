package dev.millrace.gateway.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataReader.InsufficientDataAvailableException;
import io.helidon.common.buffers.DataWriter;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A protocol of which each connection has a budget for what comes.
///
/// @param budgets makes one for a connection; it is told of all that comes, and throws at what is
///   too much
record BudgetedProtocol(ServerConnectionSelector protocol, Supplier<Consumer<byte[]>> budgets)
    implements ServerConnectionSelector {
  static BudgetedProtocol http1(Http1ConnectionSelector http1) {
    return new BudgetedProtocol(http1, () -> new LineBudget()::spend);
  }

  static BudgetedProtocol http2(Http2ConnectionSelector http2) {
    return new BudgetedProtocol(http2, () -> new FrameBudget(System::nanoTime)::spend);
  }

  @Override
  public int bytesToIdentifyConnection() {
    return protocol.bytesToIdentifyConnection();
  }

  @Override
  public Support supports(BufferData data) {
    return protocol.supports(data);
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return protocol.supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    Consumer<byte[]> budget = budgets.get();
    DataReader all = context.dataReader();
    return protocol.connection(new Budgeted(context, DataReader.create(() -> next(all, budget))));
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

  /// A connection of which other octets are read.
  private record Budgeted(ConnectionContext connection, DataReader dataReader)
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
    public DataWriter dataWriter() {
      return connection.dataWriter();
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
