package dev.millrace.gateway.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.time.Duration;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// An SSLContext that does for every accepted socket what the HTTP server leaves undone:
///
/// - A peer that stays silent for too long is given up, during the handshake, in the middle of a
///   request, and between two requests. The server has no setting for it.
/// - The socket is closed together with the TLS socket on it. The server asks for the opposite, and
///   would lose a file descriptor with every connection.
///
/// The place where a socket becomes a TLS socket is the one place that sees every socket, and sees
/// it before its handshake.
final class AcceptedSockets extends SSLContextSpi {
  private final SSLContext tls;
  private final int milliseconds;

  private AcceptedSockets(SSLContext tls, Duration silence) {
    this.tls = tls;
    this.milliseconds = Math.toIntExact(silence.toMillis());
  }

  /// `tls`, with these duties added.
  ///
  /// @param silence how long a peer may stay silent
  static SSLContext of(SSLContext tls, Duration silence) {
    return new SSLContext(
        new AcceptedSockets(tls, silence), tls.getProvider(), tls.getProtocol()) {};
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    return new DutifulSockets(tls.getSocketFactory(), milliseconds);
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

  private static final class DutifulSockets extends SSLSocketFactory {
    private final SSLSocketFactory sockets;
    private final int milliseconds;

    DutifulSockets(SSLSocketFactory sockets, int milliseconds) {
      this.sockets = sockets;
      this.milliseconds = milliseconds;
    }

    @Override
    public Socket createSocket(Socket accepted, @Nullable InputStream consumed, boolean autoClose)
        throws IOException {
      accepted.setSoTimeout(milliseconds);
      return sockets.createSocket(accepted, consumed, true);
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
