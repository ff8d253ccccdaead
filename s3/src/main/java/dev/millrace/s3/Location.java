package dev.millrace.s3;

import dev.millrace.s3.http.Proxy;
import dev.millrace.s3.http.Route;
import dev.millrace.s3.sign.UnsignedRequest;
import dev.millrace.s3.sign.UriEncoding;
import java.net.URI;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where buckets are to be found: at one endpoint of a service, in one region.
final class Location {
  private static final Pattern ADDRESS = Pattern.compile("\\[.*]|[0-9.]+");
  private static final Pattern LABEL = Pattern.compile("[a-z0-9][a-z0-9-]{1,61}[a-z0-9]");

  private final URI endpoint;
  private final String region;
  private final Addressing addressing;
  private final Route route;

  private Location(URI endpoint, String region, Addressing addressing, @Nullable Proxy proxy) {
    this.endpoint = endpoint;
    this.region = region;
    this.addressing = addressing;
    this.route = Route.through(endpoint, proxy);
  }

  static Location of(S3Config config) {
    return new Location(config.endpoint(), config.region(), config.addressing(), config.proxy());
  }

  /// The same service's endpoint in another region.
  Location inRegion(String other) {
    boolean regional = S3Config.isAmazon(endpoint.getHost());
    return new Location(
        regional ? S3Config.amazon(other) : endpoint, other, addressing, route.proxy());
  }

  /// The region that requests are signed for.
  String region() {
    return region;
  }

  /// What goes to this place as `request`, before it is signed.
  UnsignedRequest unsigned(Request request) {
    return new UnsignedRequest(
        request.method().name(),
        route(request.bucket()).authority(),
        path(request.bucket(), request.key()),
        request.query(),
        request.headers());
  }

  Route route(String bucket) {
    return isHost(bucket)
        ? new Route(route.secure(), bucket + "." + route.host(), route.port(), route.proxy())
        : route;
  }

  /// Scheme, host and port of the URLs of objects in `bucket`.
  String origin(String bucket) {
    return (route.secure() ? "https://" : "http://") + route(bucket).authority();
  }

  /// Host and port, for people.
  @Override
  public String toString() {
    return route.toString();
  }

  private String path(String bucket, @Nullable String key) {
    String object = key == null ? "" : UriEncoding.path(key);
    return isHost(bucket) ? "/" + object : "/" + bucket + (key == null ? "" : "/" + object);
  }

  /// An address has no names below it.
  private boolean isHost(String bucket) {
    return addressing == Addressing.VIRTUAL_HOST
        && LABEL.matcher(bucket).matches()
        && !ADDRESS.matcher(endpoint.getHost()).matches();
  }
}
