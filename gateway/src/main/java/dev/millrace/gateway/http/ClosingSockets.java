package dev.millrace.gateway.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// An SSLContext whose TLS sockets close the accepted sockets that they are on. The HTTP server
/// asks for the opposite, and would lose a file descriptor with every connection.
///
/// They also ask clients for certificates, where they are to: the HTTP server applies its own
/// setting for that to engines, and never to sockets. And they are made known to [OpenConnections].
final class ClosingSockets extends SSLContextSpi {
  private final SSLContext tls;
  private final ClientCertificates certificates;
  private final OpenConnections connections;

  private ClosingSockets(
      SSLContext tls, ClientCertificates certificates, OpenConnections connections) {
    this.tls = tls;
    this.certificates = certificates;
    this.connections = connections;
  }

  /// Whether clients are asked for certificates, which `tls` then has to believe in.
  enum ClientCertificates {
    NONE,
    OPTIONAL,
    REQUIRED
  }

  static SSLContext of(
      SSLContext tls, ClientCertificates certificates, OpenConnections connections) {
    return new SSLContext(
        new ClosingSockets(tls, certificates, connections),
        tls.getProvider(),
        tls.getProtocol()) {};
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    return new ClosingFactory(tls.getSocketFactory(), certificates, connections);
  }

  @Override
  protected void engineInit(
      KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random)
      throws KeyManagementException {
    throw new KeyManagementException("initialized already");
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    return tls.getServerSocketFactory();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    return tls.createSSLEngine();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    return tls.createSSLEngine(host, port);
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    return tls.getServerSessionContext();
  }

  @Override
  protected SSLSessionContext engineGetClientSessionContext() {
    return tls.getClientSessionContext();
  }

  @Override
  protected SSLParameters engineGetDefaultSSLParameters() {
    return tls.getDefaultSSLParameters();
  }

  @Override
  protected SSLParameters engineGetSupportedSSLParameters() {
    return tls.getSupportedSSLParameters();
  }

  private static final class ClosingFactory extends SSLSocketFactory {
    private final SSLSocketFactory sockets;
    private final ClientCertificates certificates;
    private final OpenConnections connections;

    ClosingFactory(
        SSLSocketFactory sockets, ClientCertificates certificates, OpenConnections connections) {
      this.sockets = sockets;
      this.certificates = certificates;
      this.connections = connections;
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
}
