package dev.millrace.s3.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// An HTTP proxy: requests for `http` go through it in absolute form, and for `https` it is asked
/// for a tunnel (RFC 9110, section 9.3.6).
///
/// @param secure whether the proxy itself is reached over TLS
/// @param authorization the value of `Proxy-Authorization`; null for none
public record Proxy(boolean secure, String host, int port, @Nullable String authorization) {
  public Proxy {
    Route.check(host, port);
    if (authorization != null && !Grammar.isFieldValue(authorization)) {
      throw new IllegalArgumentException("Proxy-Authorization has a value that cannot be sent");
    }
  }

  /// The value of `Proxy-Authorization` for a name and a password (RFC 7617).
  public static String basic(String user, String password) {
    return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
  }

  /// The proxy that the JVM is set to use for `uri`, with the system properties `https.proxyHost`,
  /// `http.proxyHost`, `http.nonProxyHosts` and their kin (see [ProxySelector]); null for none.
  public static @Nullable Proxy ofJvm(URI uri) {
    ProxySelector selector = ProxySelector.getDefault();
    if (selector != null) {
      for (java.net.Proxy proxy : selector.select(uri)) {
        if (proxy.type() == java.net.Proxy.Type.HTTP
            && proxy.address() instanceof InetSocketAddress address) {
          return new Proxy(false, address.getHostString(), address.getPort(), null);
        }
      }
    }
    return null;
  }

  /// Without the password.
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
