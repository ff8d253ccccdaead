package dev.millrace.s3.awssdk;

import dev.millrace.s3.http.Proxy;
import java.net.URI;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.utils.ProxyConfigProvider;

/// Which proxy is between here and a host. Immutable.
///
/// What is not given is taken from system properties, such as `http.proxyHost`, `http.proxyPort`,
/// `http.proxyUser`, `http.proxyPassword` and `http.nonProxyHosts`; and where none of them is set,
/// from the environment variables `http_proxy` and `no_proxy`. For requests over TLS, `https` takes
/// the place of `http` in all names but that of `http.nonProxyHosts`. They are read once, when this
/// is built.
public final class ProxyConfiguration {
  private final ProxySettings http;
  private final ProxySettings https;

  private ProxyConfiguration(ProxySettings http, ProxySettings https) {
    this.http = http;
    this.https = https;
  }

  public static Builder builder() {
    return new Builder();
  }

  /// No proxy, whatever properties and variables say.
  public static ProxyConfiguration none() {
    return builder().useSystemPropertyValues(false).useEnvironmentVariableValues(false).build();
  }

  /// The proxy to `host`; null where there is none between.
  @Nullable Proxy proxyFor(boolean secure, String host) {
    return settings(secure).proxyFor(host);
  }

  ProxySettings settings(boolean secure) {
    return secure ? https : http;
  }

  /// Without passwords.
  @Override
  public String toString() {
    return "http: " + http + ", https: " + https;
  }

  /// A configuration being made. For one thread.
  public static final class Builder {
    private @Nullable URI endpoint;
    private @Nullable String username;
    private @Nullable String password;
    private @Nullable Set<String> nonProxyHosts;
    private boolean useSystemProperties = true;
    private boolean useEnvironmentVariables = true;

    private Builder() {}

    /// `http://HOST:PORT` of the proxy for all requests; with `https`, the proxy itself is reached
    /// over TLS.
    ///
    /// @throws IllegalArgumentException if there is more in it, or no host or port
    public Builder endpoint(URI endpoint) {
      boolean known =
          "http".equalsIgnoreCase(endpoint.getScheme())
              || "https".equalsIgnoreCase(endpoint.getScheme());
      String path = endpoint.getRawPath();
      boolean more =
          (path != null && !path.isEmpty() && !path.equals("/"))
              || endpoint.getRawQuery() != null
              || endpoint.getRawFragment() != null
              || endpoint.getRawUserInfo() != null;
      if (!known || more || endpoint.getHost() == null || endpoint.getPort() < 1) {
        throw new IllegalArgumentException("a proxy's endpoint is of the form http://HOST:PORT");
      }
      this.endpoint = endpoint;
      return this;
    }

    /// Who one is to the proxy, which is told with the first request.
    public Builder username(String username) {
      this.username = username;
      return this;
    }

    public Builder password(String password) {
      this.password = password;
      return this;
    }

    /// The hosts that are reached directly: regular expressions, in which `*` alone stands for any
    /// characters; or `.example.com` for all that end so.
    public Builder nonProxyHosts(Set<String> hosts) {
      nonProxyHosts = new HashSet<>(hosts);
      return this;
    }

    /// Adds to the hosts that are reached directly.
    public Builder addNonProxyHost(String host) {
      if (nonProxyHosts == null) {
        nonProxyHosts = new HashSet<>();
      }
      nonProxyHosts.add(host);
      return this;
    }

    /// Whether system properties count. Default: yes.
    public Builder useSystemPropertyValues(boolean use) {
      useSystemProperties = use;
      return this;
    }

    /// Whether environment variables count, where no system property does. Default: yes.
    public Builder useEnvironmentVariableValues(boolean use) {
      useEnvironmentVariables = use;
      return this;
    }

    public ProxyConfiguration build() {
      return new ProxyConfiguration(settings("http"), settings("https"));
    }

    private ProxySettings settings(String scheme) {
      @Nullable ProxyConfigProvider found =
          ProxyConfigProvider.fromSystemEnvironmentSettings(
              useSystemProperties, useEnvironmentVariables, scheme);
      Set<String> direct = nonProxyHosts;
      if (direct == null) {
        direct = found == null ? Set.of() : found.nonProxyHosts();
      }
      return new ProxySettings(
          endpoint != null && endpoint.getScheme().toLowerCase(Locale.ROOT).equals("https"),
          endpoint != null ? endpoint.getHost() : found == null ? null : found.host(),
          endpoint != null ? endpoint.getPort() : found == null ? 0 : found.port(),
          username != null || found == null ? username : found.userName().orElse(null),
          password != null || found == null ? password : found.password().orElse(null),
          direct);
    }
  }
}
