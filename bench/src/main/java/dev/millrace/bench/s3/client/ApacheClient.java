package dev.millrace.bench.s3.client;

import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.HttpClientResponseHandler;
import org.apache.hc.core5.util.TimeValue;

/// Apache's classic client, without what a download has no use for.
final class ApacheClient {
  private ApacheClient() {}

  static Client open(int connections) {
    CloseableHttpClient client =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setMaxConnPerRoute(connections)
                    .setMaxConnTotal(4 * connections)
                    .setDefaultConnectionConfig(
                        ConnectionConfig.custom()
                            .setValidateAfterInactivity(TimeValue.NEG_ONE_MILLISECOND)
                            .build())
                    .build())
            .setKeepAliveStrategy((_, _) -> TimeValue.ofHours(1))
            .disableAuthCaching()
            .disableAutomaticRetries()
            .disableContentCompression()
            .disableCookieManagement()
            .disableRedirectHandling()
            .build();
    return object ->
        sink -> {
          HttpClientResponseHandler<Sink> taking =
              response -> {
                sink.drain(response.getEntity().getContent());
                return sink;
              };
          client.execute(new HttpGet(object), taking);
        };
  }
}
