package dev.millrace.s3.awssdk;

import dev.millrace.s3.http.HttpClient;
import dev.millrace.s3.http.HttpSettings;
import dev.millrace.s3.http.PoolStanding;
import dev.millrace.s3.http.RequestBody;
import dev.millrace.s3.http.Route;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.HttpMetric;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.metrics.MetricCollector;
import software.amazon.awssdk.metrics.NoOpMetricCollector;

/// What the two clients have in common: the connections, and how requests come onto them.
final class Transport implements AutoCloseable {
  private final HttpClient client;
  private final ProxyConfiguration proxies;
  private final RequestForm form;

  Transport(HttpSettings settings, ProxyConfiguration proxies, RequestForm form) {
    this.client = new HttpClient(settings);
    this.proxies = proxies;
    this.form = form;
  }

  /// An exchange that is ready to begin.
  ///
  /// @param body null where there is none
  /// @throws IllegalArgumentException if the request cannot be sent as one
  SharedExchange exchange(SdkHttpRequest request, @Nullable RequestBody body) {
    return new SharedExchange(client.exchange(route(request), form.of(request, body)));
  }

  /// Reports what an exchange saw of the connections, to whoever wants to know.
  void report(SharedExchange exchange, @Nullable MetricCollector collector) {
    if (collector == null || collector instanceof NoOpMetricCollector) {
      return;
    }
    PoolStanding standing = standing();
    collector.reportMetric(HttpMetric.HTTP_CLIENT_NAME, MillraceHttpClient.NAME);
    collector.reportMetric(HttpMetric.MAX_CONCURRENCY, standing.max());
    collector.reportMetric(HttpMetric.AVAILABLE_CONCURRENCY, standing.idle());
    collector.reportMetric(HttpMetric.LEASED_CONCURRENCY, standing.leased());
    collector.reportMetric(HttpMetric.PENDING_CONCURRENCY_ACQUIRES, standing.pending());
    collector.reportMetric(HttpMetric.CONCURRENCY_ACQUIRE_DURATION, exchange.acquireTime());
  }

  PoolStanding standing() {
    return client.standing();
  }

  @Override
  public void close() {
    client.close();
  }

  private Route route(SdkHttpRequest request) {
    boolean secure = "https".equalsIgnoreCase(request.protocol());
    String host = request.host();
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    return new Route(secure, host, request.port(), proxies.proxyFor(secure, host));
  }
}
