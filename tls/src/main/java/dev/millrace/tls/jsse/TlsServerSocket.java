package dev.millrace.tls.jsse;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import org.jspecify.annotations.Nullable;

/// An SSLServerSocket. Each socket that it accepts begins with a copy of its settings; the
/// handshake is the accepted socket's, so that [#accept] never waits for a client to speak TLS.
final class TlsServerSocket extends SSLServerSocket {
  private final TlsContext context;
  private final Settings settings;

  /// Not bound yet.
  TlsServerSocket(TlsContext context) throws IOException {
    this.context = context;
    this.settings = new Settings(context, Role.SERVER);
  }

  TlsServerSocket(TlsContext context, int port, int backlog, @Nullable InetAddress address)
      throws IOException {
    super(port, backlog, address);
    this.context = context;
    this.settings = new Settings(context, Role.SERVER);
  }

  @Override
  public Socket accept() throws IOException {
    Socket transport = super.accept();
    Peer peer = new Peer(transport.getInetAddress().getHostAddress(), transport.getPort());
    return new TlsSocket(context, new Settings(settings), new Layer(transport, null, true), peer);
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
  public String[] getSupportedCipherSuites() {
    return SupportedNames.suites().toArray(String[]::new);
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
  public void setUseClientMode(boolean mode) {
    settings.useClientMode(mode);
  }

  @Override
  public boolean getUseClientMode() {
    return settings.isClient();
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
}
