package dev.millrace.tls.jsse;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.List;
import java.util.function.BiFunction;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// An SSLSocket: the settings and the session of a [ConnectionEnd], and a [SocketProtocol] that
/// moves its bytes over a plain socket.
///
/// One thread may read while another writes, and any may close it.
final class TlsSocket extends LayeredSocket implements Introspection {
  private final Layer layer;
  private final ConnectionEnd end;
  private final Settings settings;
  private final SocketProtocol protocol;
  private final CompletionListeners listeners = new CompletionListeners(this);
  private volatile @Nullable BiFunction<SSLSocket, List<String>, String> selector;

  TlsSocket(TlsContext context, Settings settings, Layer layer, Peer peer) {
    super(layer.socket());
    this.layer = layer;
    this.settings = settings;
    end = new ConnectionEnd(context, settings, new Owner.OfSocket(this), peer);
    protocol = new SocketProtocol(end, layer, listeners::tell);
  }

  @Override
  public ConnectionEnd end() {
    return end;
  }

  @Override
  public void connect(SocketAddress address) throws IOException {
    connect(address, 0);
  }

  @Override
  public void connect(SocketAddress address, int timeout) throws IOException {
    layer.socket().connect(address, timeout);
    if (address instanceof InetSocketAddress internet) {
      // The name that the application gave, if it gave one: nothing is looked up here, since a name
      // from there proves nothing.
      end.peer(new Peer(internet.getHostString(), internet.getPort()));
    }
  }

  @Override
  public void startHandshake() throws IOException {
    requireConnected();
    protocol.startHandshake();
  }

  /// Completes the handshake first; if that fails, the session is one that is not valid.
  @Override
  public SSLSession getSession() {
    if (isConnected() && !isClosed()) {
      try {
        protocol.handshake();
      } catch (IOException e) {
        return TlsSession.none(end.peer(), end.context().now());
      }
    }
    return end.session();
  }

  @Override
  public @Nullable SSLSession getHandshakeSession() {
    return end.handshakeSession();
  }

  @Override
  public InputStream getInputStream() throws IOException {
    requireConnected();
    if (isInputShutdown()) {
      throw new SocketException("the input is shut down");
    }
    return new SocketInput(this, protocol);
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    requireConnected();
    if (isOutputShutdown()) {
      throw new SocketException("the output is shut down");
    }
    return new SocketOutput(this, protocol);
  }

  private void requireConnected() throws SocketException {
    if (isClosed()) {
      throw new SocketException("the socket is closed");
    }
    if (!isConnected()) {
      throw new SocketException("the socket is not connected");
    }
  }

  @Override
  public void close() throws IOException {
    protocol.close();
  }

  @Override
  public boolean isClosed() {
    return protocol.isClosed();
  }

  @Override
  public void shutdownInput() throws IOException {
    requireConnected();
    protocol.shutdownInput();
  }

  @Override
  public boolean isInputShutdown() {
    return protocol.isInputShutdown();
  }

  @Override
  public void shutdownOutput() throws IOException {
    requireConnected();
    protocol.shutdownOutput();
  }

  @Override
  public boolean isOutputShutdown() {
    return protocol.isOutputShutdown();
  }

  @Override
  public void addHandshakeCompletedListener(HandshakeCompletedListener listener) {
    listeners.add(listener);
  }

  @Override
  public void removeHandshakeCompletedListener(HandshakeCompletedListener listener) {
    listeners.remove(listener);
  }

  @Override
  public @Nullable String getApplicationProtocol() {
    return end.applicationProtocol();
  }

  @Override
  public @Nullable String getHandshakeApplicationProtocol() {
    return end.handshakeApplicationProtocol();
  }

  @Override
  public void setHandshakeApplicationProtocolSelector(
      @Nullable BiFunction<SSLSocket, List<String>, String> value) {
    selector = value;
  }

  @Override
  public @Nullable BiFunction<SSLSocket, List<String>, String>
      getHandshakeApplicationProtocolSelector() {
    return selector;
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return SupportedNames.suites().toArray(String[]::new);
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return settings.suites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    settings.suites(suites);
  }

  @Override
  public String[] getSupportedProtocols() {
    return SupportedNames.protocols().toArray(String[]::new);
  }

  @Override
  public String[] getEnabledProtocols() {
    return settings.protocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    settings.protocols(protocols);
  }

  @Override
  public void setUseClientMode(boolean mode) {
    end.useClientMode(mode);
  }

  @Override
  public boolean getUseClientMode() {
    return settings.isClient();
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    settings.needClientAuthentication(need);
  }

  @Override
  public boolean getNeedClientAuth() {
    return settings.needsClientAuthentication();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    settings.wantClientAuthentication(want);
  }

  @Override
  public boolean getWantClientAuth() {
    return settings.wantsClientAuthentication();
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    settings.createSessions(flag);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return settings.createsSessions();
  }

  @Override
  public SSLParameters getSSLParameters() {
    return settings.sslParameters();
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    settings.sslParameters(parameters);
  }

  @Override
  public String toString() {
    return "TlsSocket[" + end.session() + ", " + layer.socket() + "]";
  }
}
