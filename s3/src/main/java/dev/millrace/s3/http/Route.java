package dev.millrace.s3.http;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Where a request goes. Connections are shared by requests of equal routes.
///
/// @param secure whether TLS is spoken with the host
/// @param host a name, or an address (of IPv6 without brackets), in lower case
/// @param proxy what is between; null for nothing
public record Route(boolean secure, String host, int port, @Nullable Proxy proxy) {
  public Route {
    check(host, port);
    host = host.toLowerCase(Locale.ROOT);
  }

  static void check(String host, int port) {
    if (host.isEmpty() || !host.chars().allMatch(c -> c > ' ' && c < 0x7f && !isDelimiter(c))) {
      throw new IllegalArgumentException("\"" + host + "\" cannot be the name of a host");
    }
    if (port < 1 || port > 0xffff) {
      throw new IllegalArgumentException("port " + port);
    }
  }

  /// The direct route to the host of `uri`, whose scheme is `http` or `https`.
  public static Route to(URI uri) {
    return through(uri, null);
  }

  /// The route to the host of `uri`, whose scheme is `http` or `https`.
  public static Route through(URI uri, @Nullable Proxy proxy) {
    boolean secure = "https".equalsIgnoreCase(uri.getScheme());
    String host = uri.getHost();
    if (host == null || !(secure || "http".equalsIgnoreCase(uri.getScheme()))) {
      throw new IllegalArgumentException("\"" + uri + "\" is not of the form https://HOST/…");
    }
    boolean brackets = host.startsWith("[");
    return new Route(
        secure,
        brackets ? host.substring(1, host.length() - 1) : host,
        uri.getPort() == -1 ? usualPort(secure) : uri.getPort(),
        proxy);
  }

  /// The value of `Host` (RFC 9110, section 7.2): the port is left out where it is the usual one.
  public String authority() {
    return port == usualPort(secure) ? bracketed() : bracketed() + ":" + port;
  }

  /// Host and port, for people.
  @Override
  public String toString() {
    return proxy == null ? hostAndPort() : hostAndPort() + " through the proxy " + proxy;
  }

  String hostAndPort() {
    return bracketed() + ":" + port;
  }

  /// Whether requests name the whole URL, as a proxy wants them (RFC 9112, section 3.2.2).
  boolean takesAbsoluteForm() {
    return proxy != null && !secure;
  }

  private String bracketed() {
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }

  /// Whether `c` ends the host in a URL, or begins it (RFC 3986, section 3.2).
  private static boolean isDelimiter(int c) {
    return "/?#@[]\\".indexOf(c) >= 0;
  }

  private static int usualPort(boolean secure) {
    return secure ? 443 : 80;
  }
}
