package dev.millrace.gateway.certificate;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
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

/// An SSLContext that stands for another one, which may be a different one for each connection, and
/// whose sockets may come from elsewhere.
public final class CurrentContext extends SSLContextSpi {
  private final Supplier<SSLContext> current;
  private final UnaryOperator<SSLSocketFactory> sockets;

  private CurrentContext(Supplier<SSLContext> current, UnaryOperator<SSLSocketFactory> sockets) {
    this.current = current;
    this.sockets = sockets;
  }

  /// @param current gives contexts of one provider
  static SSLContext of(Supplier<SSLContext> current) {
    return of(current, UnaryOperator.identity());
  }

  /// A context that stands for what `current` gives, with sockets of another factory.
  ///
  /// @param current gives contexts of one provider
  /// @param sockets makes a factory of sockets of a context's own
  public static SSLContext of(
      Supplier<SSLContext> current, UnaryOperator<SSLSocketFactory> sockets) {
    SSLContext first = current.get();
    return new SSLContext(
        new CurrentContext(current, sockets), first.getProvider(), first.getProtocol()) {};
  }

  @Override
  protected void engineInit(
      KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random)
      throws KeyManagementException {
    throw new KeyManagementException("initialized already");
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    return sockets.apply(current.get().getSocketFactory());
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    return current.get().getServerSocketFactory();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    return current.get().createSSLEngine();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    return current.get().createSSLEngine(host, port);
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    return current.get().getServerSessionContext();
  }

  @Override
  protected SSLSessionContext engineGetClientSessionContext() {
    return current.get().getClientSessionContext();
  }

  @Override
  protected SSLParameters engineGetDefaultSSLParameters() {
    return current.get().getDefaultSSLParameters();
  }

  @Override
  protected SSLParameters engineGetSupportedSSLParameters() {
    return current.get().getSupportedSSLParameters();
  }
}
