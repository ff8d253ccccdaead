package dev.millrace.tls.jsse;

import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.crypto.CryptoServices;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// What the provider puts behind an SSLContext: a [TlsContext] once it is initialized.
public final class ContextSpi extends SSLContextSpi {
  private final ContextKind kind;
  private final TlsConfig config;
  private volatile @Nullable TlsContext context;

  ContextSpi(ContextKind kind, TlsConfig config) {
    this.kind = kind;
    this.config = config;
  }

  void initialize(
      KeyManager @Nullable [] keyManagers,
      TrustManager @Nullable [] trustManagers,
      @Nullable SecureRandom random)
      throws KeyManagementException {
    context =
        new TlsContext(
            kind,
            config,
            SystemSettings.current(),
            KeySelection.of(keyManagers, config),
            TrustVerification.of(trustManagers, config, SystemSettings.current()),
            random == null ? CryptoServices.resolve() : CryptoServices.resolve(random));
  }

  private TlsContext context() {
    TlsContext there = context;
    if (there == null) {
      throw new IllegalStateException("the SSLContext is not initialized");
    }
    return there;
  }

  @Override
  protected void engineInit(
      KeyManager @Nullable [] keyManagers,
      TrustManager @Nullable [] trustManagers,
      @Nullable SecureRandom random)
      throws KeyManagementException {
    if (kind == ContextKind.DEFAULT) {
      throw new KeyManagementException("the default SSLContext is initialized automatically");
    }
    initialize(keyManagers, trustManagers, random);
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    return new TlsSocketFactory(context());
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    return new TlsServerSocketFactory(context());
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    return new TlsEngine(context(), Peer.UNKNOWN);
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    return new TlsEngine(context(), new Peer(host, port));
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    return context().sessions(Role.SERVER);
  }

  @Override
  protected SSLSessionContext engineGetClientSessionContext() {
    return context().sessions(Role.CLIENT);
  }

  @Override
  protected SSLParameters engineGetDefaultSSLParameters() {
    return context().defaults(Role.CLIENT).toSslParameters();
  }

  @Override
  protected SSLParameters engineGetSupportedSSLParameters() {
    return new SSLParameters(
        SupportedNames.suites().toArray(String[]::new),
        SupportedNames.protocols().toArray(String[]::new));
  }
}
