package dev.millrace.s3;

import dev.millrace.s3.credentials.CredentialsSource;
import java.net.URI;
import java.time.Duration;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// How to reach an S3-compatible service. Buckets are addressed path-style.
///
/// @param endpoint the service: `http` or `https`, a host and perhaps a port, nothing else
/// @param region the region that requests are signed for
/// @param credentials where the keys come from
/// @param tls what HTTPS connections are made with; the JDK's default where null
/// @param connectTimeout how long a connection may take to come about; positive
/// @param readTimeout how long the service may stay silent in the middle of an answer, however long
///   the answer takes in all; positive
public record S3Config(
    URI endpoint,
    String region,
    CredentialsSource credentials,
    @Nullable SSLContext tls,
    Duration connectTimeout,
    Duration readTimeout) {
  private static final Pattern REGION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,62}");

  /// @throws IllegalArgumentException saying what is wrong with which value
  public S3Config {
    endpoint = bare(endpoint);
    checkRegion(region);
    milliseconds("connectTimeout", connectTimeout);
    milliseconds("readTimeout", readTimeout);
  }

  /// A service reached with the JDK's TLS, 5 s to connect and 30 s of silence allowed.
  public S3Config(URI endpoint, String region, CredentialsSource credentials) {
    this(endpoint, region, credentials, null, Duration.ofSeconds(5), Duration.ofSeconds(30));
  }

  /// The endpoint of Amazon S3 in `region`.
  public static URI amazon(String region) {
    checkRegion(region);
    String domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
    return URI.create("https://s3." + region + "." + domain);
  }

  int connectMilliseconds() {
    return milliseconds("connectTimeout", connectTimeout);
  }

  int readMilliseconds() {
    return milliseconds("readTimeout", readTimeout);
  }

  private static int milliseconds(String name, Duration timeout) {
    if (!timeout.isPositive() || timeout.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) > 0) {
      throw new IllegalArgumentException(
          name + " " + timeout + " is not between 1 ms and " + Integer.MAX_VALUE + " ms");
    }
    return Math.toIntExact(Math.max(1, timeout.toMillis()));
  }

  private static void checkRegion(String region) {
    if (!REGION.matcher(region).matches()) {
      throw new IllegalArgumentException(
          "region \"" + region + "\" is not a name such as eu-central-1");
    }
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
}
