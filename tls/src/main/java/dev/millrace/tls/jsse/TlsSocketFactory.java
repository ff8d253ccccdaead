package dev.millrace.tls.jsse;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// Makes client sockets, and sockets over others that are connected already.
final class TlsSocketFactory extends SSLSocketFactory {
  private final TlsContext context;

  TlsSocketFactory(TlsContext context) {
    this.context = context;
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return context.defaults(Role.CLIENT).suites().toArray(String[]::new);
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return SupportedNames.suites().toArray(String[]::new);
  }

  @Override
  public Socket createSocket() {
    return client(new Socket(), Peer.UNKNOWN, true);
  }

  @Override
  public Socket createSocket(@Nullable String host, int port) throws IOException {
    return connected(address(host, port), null);
  }

  @Override
  public Socket createSocket(
      @Nullable String host, int port, @Nullable InetAddress localHost, int localPort)
      throws IOException {
    return connected(address(host, port), new InetSocketAddress(localHost, localPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port), null);
  }

  @Override
  public Socket createSocket(
      InetAddress host, int port, @Nullable InetAddress localHost, int localPort)
      throws IOException {
    return connected(
        new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
  }

  @Override
  public Socket createSocket(Socket socket, @Nullable String host, int port, boolean autoClose)
      throws IOException {
    requireConnected(socket);
    return client(socket, new Peer(host, port), autoClose);
  }

  /// A server's socket over another, from which some bytes were read already.
  @Override
  public Socket createSocket(Socket socket, @Nullable InputStream consumed, boolean autoClose)
      throws IOException {
    requireConnected(socket);
    Peer peer = new Peer(socket.getInetAddress().getHostAddress(), socket.getPort());
    Settings settings = new Settings(context, Role.SERVER);
    return new TlsSocket(context, settings, new Layer(socket, consumed, autoClose), peer);
  }

  private TlsSocket client(Socket transport, Peer peer, boolean autoClose) {
    return new TlsSocket(
        context, new Settings(context, Role.CLIENT), new Layer(transport, null, autoClose), peer);
  }

  private Socket connected(SocketAddress address, @Nullable SocketAddress local)
      throws IOException {
    TlsSocket socket = client(new Socket(), Peer.UNKNOWN, true);
    try {
      if (local != null) {
        socket.bind(local);
      }
      socket.connect(address);
      return socket;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private static InetSocketAddress address(@Nullable String host, int port) {
    return host == null
        ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
        : new InetSocketAddress(host, port);
  }

  private static void requireConnected(Socket socket) throws SocketException {
    if (!socket.isConnected()) {
      throw new SocketException("the underlying socket is not connected");
    }
  }
}
