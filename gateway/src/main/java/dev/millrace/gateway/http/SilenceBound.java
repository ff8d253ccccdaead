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

/// An SSLContext whose accepted sockets give up on a peer that stays silent for too long: during
/// the handshake, in the middle of a request, and between two requests.
///
/// The HTTP server has no setting for it, and a socket's read timeout (SO_TIMEOUT) must be set
/// before the handshake; the place where a socket becomes a TLS socket is the one place that sees
/// every socket in time.
final class SilenceBound extends SSLContextSpi {
  private final SSLContext tls;
  private final int milliseconds;

  private SilenceBound(SSLContext tls, Duration silence) {
    this.tls = tls;
    this.milliseconds = Math.toIntExact(silence.toMillis());
  }

  /// `tls`, with a bound on the silence of its accepted sockets' peers.
  static SSLContext of(SSLContext tls, Duration silence) {
    return new SSLContext(new SilenceBound(tls, silence), tls.getProvider(), tls.getProtocol()) {};
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    return new BoundSockets(tls.getSocketFactory(), milliseconds);
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

  private static final class BoundSockets extends SSLSocketFactory {
    private final SSLSocketFactory sockets;
    private final int milliseconds;

    BoundSockets(SSLSocketFactory sockets, int milliseconds) {
      this.sockets = sockets;
      this.milliseconds = milliseconds;
    }

    @Override
    public Socket createSocket(Socket accepted, @Nullable InputStream consumed, boolean autoClose)
        throws IOException {
      accepted.setSoTimeout(milliseconds);
      return sockets.createSocket(accepted, consumed, autoClose);
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
