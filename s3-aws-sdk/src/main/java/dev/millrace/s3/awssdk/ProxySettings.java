package dev.millrace.s3.awssdk;

import dev.millrace.s3.http.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The proxy for requests of one scheme, if there is one.
final class ProxySettings {
  private static final Pattern LONE_STAR = Pattern.compile("(?<!\\.)\\*");

  private final @Nullable String host;
  private final int port;
  private final @Nullable String username;
  private final @Nullable String password;
  private final Set<String> nonProxyHosts;
  private final @Nullable Proxy proxy;
  private final List<Predicate<String>> direct = new ArrayList<>();

  /// @param host null where there is no proxy
  /// @param nonProxyHosts the hosts that are reached directly
  /// @throws IllegalArgumentException if host or port make no sense, or a host no regular
  ///   expression
  ProxySettings(
      boolean secure,
      @Nullable String host,
      int port,
      @Nullable String username,
      @Nullable String password,
      Set<String> nonProxyHosts) {
    this.host = host;
    this.port = port;
    this.username = username;
    this.password = password;
    this.nonProxyHosts = Set.copyOf(nonProxyHosts);
    boolean present = host != null && !host.isEmpty();
    if (present) {
      nonProxyHosts.forEach(pattern -> direct.add(matcher(pattern.toLowerCase(Locale.ROOT))));
    }
    String authorization =
        username == null ? null : Proxy.basic(username, password == null ? "" : password);
    proxy = present && host != null ? new Proxy(secure, host, port, authorization) : null;
  }

  /// The proxy to `host`; null where there is none between.
  @Nullable Proxy proxyFor(String host) {
    if (proxy == null) {
      return null;
    }
    String name = host.toLowerCase(Locale.ROOT);
    return direct.stream().anyMatch(matcher -> matcher.test(name)) ? null : proxy;
  }

  @Nullable String host() {
    return host;
  }

  int port() {
    return port;
  }

  @Nullable String username() {
    return username;
  }

  @Nullable String password() {
    return password;
  }

  Set<String> nonProxyHosts() {
    return nonProxyHosts;
  }

  /// Without the password.
  @Override
  public String toString() {
    return proxy == null ? "direct" : proxy + " but for " + nonProxyHosts;
  }

  private static Predicate<String> matcher(String pattern) {
    if (pattern.startsWith(".") && pattern.indexOf('*') < 0) {
      return name -> name.endsWith(pattern);
    }
    return Pattern.compile(LONE_STAR.matcher(pattern).replaceAll(".*")).asMatchPredicate();
  }
}
