package dev.millrace.s3.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/// Makes connections: finds an address that answers, passes the proxy, and speaks TLS.
///
/// All connections share one [SSLContext], whose sessions the provider resumes by host and port.
final class Connector implements AutoCloseable {
  private static final int ENOUGH_FOR_LINES = Input.LONGEST_LINE + 2048;
  private static final int FOUR_RECORDS = 4 * (16384 + 256 + 5);

  private final HttpSettings settings;
  private final Watch watch;
  private final Addresses addresses;
  private final Buffers lineBuffers = new Buffers(ENOUGH_FOR_LINES);
  private final Buffers recordBuffers = new Buffers(FOUR_RECORDS);
  private volatile @Nullable SSLContext tls;

  /// A TCP connection, and to which address it leads.
  private record Reached(InetAddress address, Wire wire) {}

  /// @param chore what to do every now and then while there are connections
  Connector(HttpSettings settings, Runnable chore) {
    this.settings = settings;
    this.watch = new Watch(settings.shortestWait(), chore);
    this.addresses = new Addresses(settings);
    this.tls = settings.tls();
  }

  /// Makes a connection, which is at work.
  Connection connect(Route route, Abortion abortion) throws IOException {
    Proxy proxy = route.proxy();
    Reached reached =
        proxy == null
            ? reach(route.host(), route.port(), abortion)
            : reach(proxy.host(), proxy.port(), abortion);
    Wire wire = reached.wire();
    try {
      if (proxy != null && proxy.secure()) {
        wire = secured(wire, proxy.host(), proxy.port());
      }
      if (proxy != null && route.secure()) {
        openTunnel(route, proxy, reached.address(), wire);
      }
      if (route.secure()) {
        wire = secured(wire, route.host(), route.port());
      }
      Connection connection = connection(route, reached.address(), wire);
      connection.setAtWork(true);
      return connection;
    } catch (IOException | RuntimeException e) {
      wire.abort();
      addresses.closed(reached.address());
      if (e instanceof SocketTimeoutException) {
        addresses.failed(reached.address());
      }
      throw e;
    }
  }

  /// Forgets a connection that is closed.
  void closed(Connection connection) {
    addresses.closed(connection.address());
  }

  @Override
  public void close() {
    watch.close();
  }

  private Connection connection(Route route, InetAddress address, Wire wire) {
    return new Connection(route, address, wire, new Input(wire, lineBuffers), settings);
  }

  private Reached reach(String host, int port, Abortion abortion) throws IOException {
    List<InetAddress> candidates = addresses.of(host);
    long deadline = System.nanoTime() + settings.connectTimeout().toNanos();
    IOException failure = null;
    for (int i = 0; i < candidates.size(); i++) {
      InetSocketAddress address = new InetSocketAddress(candidates.get(i), port);
      // Each address gets its share of what is left, or a dead one would use it up.
      long left = Math.max(1, deadline - System.nanoTime());
      Duration share = Duration.ofNanos(left / (candidates.size() - i));
      try {
        Wire wire = PlainWire.connect(address, share, settings, watch, abortion);
        addresses.opened(address.getAddress());
        return new Reached(address.getAddress(), wire);
      } catch (IOException e) {
        if (e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException)) {
          throw e;
        }
        addresses.failed(address.getAddress());
        IOException named = named(address, e);
        if (failure != null) {
          named.addSuppressed(failure);
        }
        failure = named;
      }
    }
    throw failure == null ? new ConnectException("no address of " + host) : failure;
  }

  private static IOException named(InetSocketAddress address, IOException e) {
    String text =
        "cannot connect to %s: %s".formatted(address.getAddress().getHostAddress(), e.getMessage());
    IOException named =
        switch (e) {
          case SocketTimeoutException _ -> new SocketTimeoutException(text);
          // Not the address is at fault, but the one to connect from.
          case BindException _ -> new BindException(text);
          default -> new ConnectException(text);
        };
    named.initCause(e);
    return named;
  }

  private void openTunnel(Route route, Proxy proxy, InetAddress address, Wire wire)
      throws IOException {
    Route toProxy = new Route(proxy.secure(), proxy.host(), proxy.port(), null);
    Connection connection = connection(toProxy, address, wire);
    connection.setAtWork(true);
    ResponseHead head = connection.exchange(RequestHead.connect(route, proxy), true);
    if (head.status() / 100 != 2) {
      throw new ConnectException(
          "the proxy %s refuses a tunnel to %s: %d %s"
              .formatted(proxy, route.hostAndPort(), head.status(), head.reason()));
    }
    if (!connection.input().isEmpty()) {
      throw new EOFException("the proxy " + proxy + " speaks where the server should");
    }
    connection.input().setAtWork(false);
  }

  private Wire secured(Wire wire, String host, int port) throws IOException {
    SSLEngine engine = context().createSSLEngine(host, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    if (settings.verifyHostname()) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    engine.setSSLParameters(parameters);
    TlsWire secured = new TlsWire(wire, engine, recordBuffers);
    secured.limitReads(settings.tlsTimeout());
    secured.handshake();
    secured.limitReads(settings.readTimeout());
    return secured;
  }

  private SSLContext context() throws SSLException {
    SSLContext context = tls;
    if (context == null) {
      try {
        context = SSLContext.getDefault();
      } catch (NoSuchAlgorithmException e) {
        throw new SSLException("there is no TLS here: " + e.getMessage(), e);
      }
      tls = context;
    }
    return context;
  }
}
