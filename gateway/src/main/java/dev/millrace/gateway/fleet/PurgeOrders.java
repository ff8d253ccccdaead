package dev.millrace.gateway.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.fleet.Node;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.Purge;
import dev.millrace.s3.http.Exchange;
import dev.millrace.s3.http.Headers;
import dev.millrace.s3.http.HttpClient;
import dev.millrace.s3.http.HttpRequest;
import dev.millrace.s3.http.HttpSettings;
import dev.millrace.s3.http.Route;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Tells other nodes what to purge: `PURGE /BUCKET/GENERATION/KEY`, and `?prefix` behind it where
/// that is the beginning of keys.
///
/// Over connections of their own, none of which is kept: such orders are rare, and one that had
/// gone stale would leave it open whether the node had obeyed.
///
/// Safe for use by any number of threads.
final class PurgeOrders implements AutoCloseable {
  /// To write down what is purged, a node waits for its device.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final HttpClient http;

  /// @param tls shows this node's certificate, and believes in the authority of the fleet alone
  PurgeOrders(SSLContext tls, Duration connectTimeout) {
    this.http =
        new HttpClient(
            HttpSettings.builder()
                .tls(tls)
                .connectTimeout(connectTimeout)
                .tlsTimeout(PATIENCE)
                .readTimeout(PATIENCE)
                .writeTimeout(PATIENCE)
                .keepAlive(false)
                .build());
  }

  /// Has a node purge what is of that generation, and returns null once it has; else why it may not
  /// have.
  @Nullable String failure(Node node, Purge purge, long generation) {
    URI address = URI.create("https://" + node.address());
    HttpRequest order = new HttpRequest("PURGE", target(purge, generation), Headers.NONE);
    try (Exchange exchange = http.exchange(Route.to(address), order)) {
      int status = exchange.send().status();
      return status == 200 ? null : "answers " + status;
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String target(Purge purge, long generation) {
    return switch (purge) {
      case Purge.OfObject(ObjectName(String bucket, String key)) -> target(bucket, generation, key);
      case Purge.OfPrefix(String bucket, String prefix) ->
          target(bucket, generation, prefix) + "?prefix";
      case Purge.OfEverything _ -> "/?" + generation;
    };
  }

  private static String target(String bucket, long generation, String key) {
    String encoded = URLEncoder.encode(key, UTF_8).replace("+", "%20");
    return "/" + bucket + "/" + generation + "/" + encoded;
  }

  @Override
  public void close() {
    http.close();
  }
}
