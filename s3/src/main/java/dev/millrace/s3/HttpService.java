package dev.millrace.s3;

import dev.millrace.s3.credentials.CredentialsException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// One service that answers HTTP/1.1, over the JDK's own pool of kept-alive connections.
///
/// The pool tries a request a second time where a connection ends before the first byte of an
/// answer, as one that was kept alive for too long does.
final class HttpService {
  private final URI endpoint;
  private final String host;
  private final String name;
  private final int connectMilliseconds;
  private final int readMilliseconds;
  private final @Nullable SSLSocketFactory sockets;

  HttpService(S3Config config) {
    endpoint = config.endpoint();
    boolean https = "https".equalsIgnoreCase(endpoint.getScheme());
    int usualPort = https ? 443 : 80;
    int port = endpoint.getPort() == -1 ? usualPort : endpoint.getPort();
    name = endpoint.getHost() + ":" + port;
    host = port == usualPort ? endpoint.getHost() : name;
    connectMilliseconds = config.connectMilliseconds();
    readMilliseconds = config.readMilliseconds();
    sockets = config.tls() == null ? null : config.tls().getSocketFactory();
  }

  /// What is sent as Host (RFC 9110, section 7.2), and so must be signed.
  String host() {
    return host;
  }

  /// The host and port, for people.
  @Override
  public String toString() {
    return name;
  }

  /// Sends a request and returns the answer once its head is there. The answer is to be closed.
  ///
  /// @param headers in place of those of `request`
  Answer send(Request request, Map<String, String> headers) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) url(request.target()).openConnection();
    if (connection instanceof HttpsURLConnection https && sockets != null) {
      https.setSSLSocketFactory(sockets);
    }
    connection.setConnectTimeout(connectMilliseconds);
    connection.setReadTimeout(readMilliseconds);
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setRequestMethod(request.method().name());
    connection.setRequestProperty("accept", "*/*");
    connection.setRequestProperty("accept-encoding", "identity");
    connection.setRequestProperty("user-agent", "millrace");
    headers.forEach(connection::setRequestProperty);

    try {
      int status = connection.getResponseCode();
      if (status == -1) {
        throw new ProtocolException("the answer is not HTTP");
      }
      InputStream body = status >= 400 ? connection.getErrorStream() : connection.getInputStream();
      return new Answer(
          status, headers(connection), body == null ? InputStream.nullInputStream() : body);
    } catch (ProtocolException e) {
      connection.disconnect();
      throw e;
    }
  }

  /// `e` as a failure whose message names this service, where it does not do so already. The kinds
  /// that callers tell apart are kept.
  IOException named(IOException e) {
    if (e instanceof S3Exception || e instanceof CredentialsException) {
      return e;
    }
    IOException named =
        switch (e) {
          case SocketTimeoutException _ ->
              new SocketTimeoutException(name + " did not answer in time: " + e.getMessage());
          case UnknownHostException _ -> new UnknownHostException(name + ": no such host");
          case ConnectException _ -> new ConnectException(name + ": " + e.getMessage());
          case NoRouteToHostException _ -> new ConnectException(name + ": " + e.getMessage());
          case SSLException _ -> new SSLException(name + ": TLS failed: " + e.getMessage());
          default -> new IOException(name + ": " + e.getMessage());
        };
    named.initCause(e);
    return named;
  }

  /// The constructor with parts is the only one that leaves `..` in a path alone.
  @SuppressWarnings("deprecation")
  private URL url(String target) throws IOException {
    return new URL(endpoint.getScheme(), endpoint.getHost(), endpoint.getPort(), target);
  }

  /// The headers by lower-case name, namesakes joined (RFC 9110, section 5.3).
  private static Map<String, String> headers(HttpURLConnection connection) throws IOException {
    Map<String, String> headers = new TreeMap<>();
    for (int i = 1; connection.getHeaderField(i) != null; i++) {
      String key = connection.getHeaderFieldKey(i);
      String value = connection.getHeaderField(i);
      if (key == null || value.chars().anyMatch(c -> Character.isISOControl(c) && c != '\t')) {
        throw new ProtocolException("the answer has a malformed header");
      }
      headers.merge(key.toLowerCase(Locale.ROOT), value, (a, b) -> a + ", " + b);
    }
    return headers;
  }
}
