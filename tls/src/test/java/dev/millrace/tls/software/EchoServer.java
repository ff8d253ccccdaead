package dev.millrace.tls.software;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// A web server, by Jetty, that sends back what was sent to it. It demands a certificate of
/// clients, and tells in the header [#SEEN] what it saw of a connection.
final class EchoServer implements AutoCloseable {
  static final String SEEN = "Seen";

  private final Server server = new Server();
  private final ServerConnector connector;

  /// @param protocols that are offered by ALPN: `http/1.1`, and `h2` maybe
  EchoServer(SslContextFactory.Server tls, List<String> protocols) throws Exception {
    tls.setNeedClientAuth(true);
    HttpConfiguration http = new HttpConfiguration();
    http.addCustomizer(new SecureRequestCustomizer());
    connector =
        new ServerConnector(
            server,
            new SslConnectionFactory(tls, "alpn"),
            new ALPNServerConnectionFactory(protocols.toArray(String[]::new)),
            new HTTP2ServerConnectionFactory(http),
            new HttpConnectionFactory(http));
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    server.addConnector(connector);
    server.setHandler(new Echo());
    server.start();
  }

  /// One whose TLS is that of a context.
  static EchoServer over(SSLContext context, List<String> protocols) throws Exception {
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(context);
    return new EchoServer(tls, protocols);
  }

  URI uri() {
    return URI.create("https://localhost:" + connector.getLocalPort() + "/echo");
  }

  @Override
  public void close() {
    LifeCycle.stop(server);
  }

  private static final class Echo extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback)
        throws IOException {
      ByteBuffer body = Content.Source.asByteBuffer(request);
      response.getHeaders().put(SEEN, seen(request));
      response.write(true, body, callback);
      return true;
    }

    /// The versions of HTTP and TLS, and who the client is.
    private static String seen(Request request) {
      EndPoint.SslSessionData data =
          (EndPoint.SslSessionData) request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE);
      SSLSession session = data.sslSession();
      return request.getConnectionMetaData().getHttpVersion().asString()
          + " "
          + session.getProtocol()
          + " "
          + data.peerCertificates()[0].getSubjectX500Principal().getName();
    }
  }
}
