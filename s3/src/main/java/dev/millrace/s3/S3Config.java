package dev.millrace.s3;

import dev.millrace.s3.credentials.CredentialsSource;
import dev.millrace.s3.http.Header;
import dev.millrace.s3.http.HttpSettings;
import dev.millrace.s3.http.Proxy;
import dev.millrace.s3.http.Resolver;
import dev.millrace.s3.retry.RetryPolicy;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// How to reach an S3-compatible service, and how to talk to it. Immutable.
public final class S3Config {
  private static final Pattern REGION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,62}");

  private final URI endpoint;
  private final String region;
  private final CredentialsSource credentials;
  private final Addressing addressing;
  private final RetryPolicy retries;
  private final @Nullable Proxy proxy;
  private final HttpSettings http;
  private final Supplier<List<Header>> unsignedHeaders;

  private S3Config(Builder builder) {
    endpoint = builder.endpoint;
    region = builder.region;
    credentials = builder.credentials;
    addressing = builder.addressing;
    retries = builder.retries;
    proxy = builder.proxy;
    http = builder.http.build();
    unsignedHeaders = builder.unsignedHeaders;
  }

  /// A configuration to be completed.
  ///
  /// @param endpoint the service: `http` or `https`, a host and perhaps a port, nothing else
  /// @param region the region that requests are signed for
  /// @throws IllegalArgumentException saying what is wrong with which value
  public static Builder builder(URI endpoint, String region) {
    return new Builder(bare(endpoint), checkedRegion(region));
  }

  /// The endpoint of Amazon S3 in `region`.
  public static URI amazon(String region) {
    String domain = checkedRegion(region).startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
    return URI.create("https://s3." + region + "." + domain);
  }

  URI endpoint() {
    return endpoint;
  }

  String region() {
    return region;
  }

  CredentialsSource credentials() {
    return credentials;
  }

  Addressing addressing() {
    return addressing;
  }

  RetryPolicy retries() {
    return retries;
  }

  @Nullable Proxy proxy() {
    return proxy;
  }

  HttpSettings http() {
    return http;
  }

  Supplier<List<Header>> unsignedHeaders() {
    return unsignedHeaders;
  }

  /// Whether the endpoint is Amazon's, of which there is one for each region.
  boolean isAmazon() {
    return isAmazon(endpoint.getHost());
  }

  static boolean isAmazon(String host) {
    return host.endsWith(".amazonaws.com") || host.endsWith(".amazonaws.com.cn");
  }

  static boolean isRegion(String name) {
    return REGION.matcher(name).matches();
  }

  private static String checkedRegion(String region) {
    if (!isRegion(region)) {
      throw new IllegalArgumentException(
          "region \"" + region + "\" is not a name such as eu-central-1");
    }
    return region;
  }

  private static URI bare(URI endpoint) {
    String scheme = endpoint.getScheme();
    boolean http = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
    String path = endpoint.getRawPath();
    if (!http
        || endpoint.getHost() == null
        || endpoint.getRawUserInfo() != null
        || !(path == null || path.isEmpty() || path.equals("/"))
        || endpoint.getRawQuery() != null
        || endpoint.getRawFragment() != null
        || endpoint.getPort() > 0xffff) {
      throw new IllegalArgumentException(
          "endpoint \"" + endpoint + "\" is not of the form https://HOST or https://HOST:PORT");
    }
    return URI.create(scheme + "://" + endpoint.getRawAuthority());
  }

  /// A configuration being made. For one thread. Each method returns this builder, and throws
  /// [IllegalArgumentException] for a value that makes no sense.
  public static final class Builder {
    private final URI endpoint;
    private final String region;
    private final HttpSettings.Builder http = HttpSettings.builder();
    private CredentialsSource credentials = CredentialsSource.anonymous();
    private Addressing addressing;
    private RetryPolicy retries = RetryPolicy.standard();
    private @Nullable Proxy proxy;
    private Supplier<List<Header>> unsignedHeaders = List::of;

    private Builder(URI endpoint, String region) {
      this.endpoint = endpoint;
      this.region = region;
      this.proxy = Proxy.ofJvm(endpoint);
      this.addressing =
          S3Config.isAmazon(endpoint.getHost()) ? Addressing.VIRTUAL_HOST : Addressing.PATH;
    }

    /// Where the keys come from. Default: requests are not signed.
    public Builder credentials(CredentialsSource source) {
      credentials = source;
      return this;
    }

    /// Where the bucket stands in URLs. Default: virtual hosts for Amazon, paths for others.
    public Builder addressing(Addressing style) {
      addressing = style;
      return this;
    }

    /// How often to try what fails, and to resume what breaks off. Default: the standard policy.
    public Builder retries(RetryPolicy policy) {
      retries = policy;
      return this;
    }

    /// What HTTPS connections are made with; the JDK's default where null.
    public Builder tls(@Nullable SSLContext context) {
      http.tls(context);
      return this;
    }

    /// How long a connection may take to come about. Default: 5 s.
    public Builder connectTimeout(Duration timeout) {
      http.connectTimeout(timeout).tlsTimeout(timeout);
      return this;
    }

    /// How long the service may stay silent in the middle of an answer, however long the answer
    /// takes in all. Default: 30 s.
    public Builder readTimeout(Duration timeout) {
      if (!timeout.isPositive()) {
        throw new IllegalArgumentException("readTimeout " + timeout + " is not positive");
      }
      http.readTimeout(timeout).writeTimeout(timeout);
      return this;
    }

    /// How many connections there may be. Default: 256.
    public Builder connections(int most) {
      http.maxConnections(most);
      return this;
    }

    /// What connections go through; nothing where null. Default: what the JVM is set to use.
    public Builder proxy(@Nullable Proxy proxy) {
      this.proxy = proxy;
      return this;
    }

    /// What tells the addresses of hosts. Default: the JDK's resolver.
    public Builder resolver(Resolver resolver) {
      http.resolver(resolver);
      return this;
    }

    /// What each request says beside what is signed, such as for whose sake it is made. It is asked
    /// for by the thread that makes the request, and for each attempt. Default: nothing.
    public Builder unsignedHeaders(Supplier<List<Header>> headers) {
      unsignedHeaders = headers;
      return this;
    }

    public S3Config build() {
      return new S3Config(this);
    }
  }
}
