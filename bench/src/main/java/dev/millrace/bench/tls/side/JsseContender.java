package dev.millrace.bench.tls.side;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Provider;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// A provider of the JCA, with contexts as an application makes them.
final class JsseContender implements SocketContender {
  private static final int BACKLOG = 1000;

  private final SSLContext clientContext;
  private final SSLContext serverContext;
  private final SSLParameters clientParameters;
  private final SSLParameters serverParameters;
  private final CountingTrust trust;

  /// @param suites the cipher suites to enable; the provider's own where there are none
  JsseContender(Provider provider, Identity identity, Terms terms, String... suites)
      throws GeneralSecurityException, IOException {
    trust = CountingTrust.in(identity);
    // That of `PKIX` opens the key store anew at each handshake.
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(identity.keys(), new char[0]);
    clientContext = context(provider, null, new TrustManager[] {trust});
    serverContext = context(provider, keys.getKeyManagers(), null);
    clientParameters = parameters(clientContext, terms, suites);
    clientParameters.setEndpointIdentificationAlgorithm("HTTPS");
    serverParameters = parameters(serverContext, terms, suites);
  }

  private static SSLContext context(
      Provider provider, KeyManager @Nullable [] keys, TrustManager @Nullable [] trust)
      throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS", provider);
    context.init(keys, trust, null);
    return context;
  }

  private static SSLParameters parameters(SSLContext context, Terms terms, String[] suites) {
    SSLParameters parameters = context.getDefaultSSLParameters();
    parameters.setProtocols(new String[] {terms.version().protocol()});
    parameters.setNamedGroups(terms.groups().names(terms.version()));
    if (suites.length > 0) {
      parameters.setCipherSuites(suites);
    }
    return parameters;
  }

  @Override
  public SSLEngine client(int port) {
    SSLEngine engine = clientContext.createSSLEngine(Identity.HOST, port);
    engine.setUseClientMode(true);
    engine.setSSLParameters(clientParameters);
    return engine;
  }

  @Override
  public SSLEngine server() {
    SSLEngine engine = serverContext.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setSSLParameters(serverParameters);
    return engine;
  }

  @Override
  public SSLServerSocket listen() throws IOException {
    SSLServerSocket socket =
        (SSLServerSocket)
            serverContext
                .getServerSocketFactory()
                .createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    socket.setSSLParameters(serverParameters);
    return socket;
  }

  @Override
  public SSLSocket connect(int port, int sessionPort) throws IOException {
    Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
    plain.setTcpNoDelay(true);
    SSLSocket socket =
        (SSLSocket)
            clientContext.getSocketFactory().createSocket(plain, Identity.HOST, sessionPort, true);
    socket.setSSLParameters(clientParameters);
    return socket;
  }

  @Override
  public long validations() {
    return trust.count();
  }
}
