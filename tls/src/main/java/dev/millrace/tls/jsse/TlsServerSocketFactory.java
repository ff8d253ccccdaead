package dev.millrace.tls.jsse;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import javax.net.ssl.SSLServerSocketFactory;
import org.jspecify.annotations.Nullable;

/// Makes sockets that accept connections.
final class TlsServerSocketFactory extends SSLServerSocketFactory {
  private static final int DEFAULT_BACKLOG = 50;

  private final TlsContext context;

  TlsServerSocketFactory(TlsContext context) {
    this.context = context;
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return context.defaults(Role.SERVER).suites().toArray(String[]::new);
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return SupportedNames.suites().toArray(String[]::new);
  }

  @Override
  public ServerSocket createServerSocket() throws IOException {
    return new TlsServerSocket(context);
  }

  @Override
  public ServerSocket createServerSocket(int port) throws IOException {
    return createServerSocket(port, DEFAULT_BACKLOG, null);
  }

  @Override
  public ServerSocket createServerSocket(int port, int backlog) throws IOException {
    return createServerSocket(port, backlog, null);
  }

  @Override
  public ServerSocket createServerSocket(int port, int backlog, @Nullable InetAddress address)
      throws IOException {
    return new TlsServerSocket(context, port, backlog, address);
  }
}
