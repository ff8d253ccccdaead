package dev.millrace.gateway.http;

import dev.millrace.gateway.certificate.CurrentContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// Makes TLS sockets that close the accepted sockets that they are on. The HTTP server asks for the
/// opposite, and would lose a file descriptor with every connection.
///
/// They also ask clients for certificates, where they are to: the HTTP server applies its own
/// setting for that to engines, and never to sockets. And they are made known to [OpenConnections].
final class ClosingSockets extends SSLSocketFactory {
  private final SSLSocketFactory sockets;
  private final ClientCertificates certificates;
  private final OpenConnections connections;

  private ClosingSockets(
      SSLSocketFactory sockets, ClientCertificates certificates, OpenConnections connections) {
    this.sockets = sockets;
    this.certificates = certificates;
    this.connections = connections;
  }

  /// Whether clients are asked for certificates, which `tls` then has to believe in.
  enum ClientCertificates {
    NONE,
    OPTIONAL,
    REQUIRED
  }

  /// An SSLContext like `tls` with such sockets.
  static SSLContext of(
      SSLContext tls, ClientCertificates certificates, OpenConnections connections) {
    return CurrentContext.of(
        () -> tls, sockets -> new ClosingSockets(sockets, certificates, connections));
  }

  @Override
  public Socket createSocket(Socket accepted, @Nullable InputStream consumed, boolean autoClose)
      throws IOException {
    SSLSocket socket = (SSLSocket) sockets.createSocket(accepted, consumed, true);
    switch (certificates) {
      case NONE -> {}
      case OPTIONAL -> socket.setWantClientAuth(true);
      case REQUIRED -> socket.setNeedClientAuth(true);
    }
    connections.secured(accepted, socket);
    return socket;
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return sockets.getDefaultCipherSuites();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return sockets.getSupportedCipherSuites();
  }

  @Override
  public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    return sockets.createSocket(socket, host, port, autoClose);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return sockets.createSocket(host, port);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return sockets.createSocket(host, port, local, localPort);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return sockets.createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return sockets.createSocket(host, port, local, localPort);
  }
}
