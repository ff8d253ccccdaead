package dev.millrace.gateway.fleet;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.fleet.Node;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.Payload;
import dev.millrace.s3.http.Exchange;
import dev.millrace.s3.http.Headers;
import dev.millrace.s3.http.HttpClient;
import dev.millrace.s3.http.HttpRequest;
import dev.millrace.s3.http.HttpSettings;
import dev.millrace.s3.http.Route;
import dev.millrace.s3.http.StaleConnectionException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.Collection;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Tells other nodes which objects were written, so that they forget the facts of them: `FORGET
/// /BUCKET`, with a key on each line, percent-encoded.
///
/// There is one for each write, so connections are kept; an order can be given twice.
///
/// Safe for use by any number of threads.
final class ForgetOrders implements AutoCloseable {
  private final String bucket;
  private final HttpClient http;

  /// @param tls shows this node's certificate, and believes in the authority of the fleet alone
  /// @param patience how long a node may be silent: who writes waits for it
  ForgetOrders(String bucket, SSLContext tls, Duration patience) {
    this.bucket = bucket;
    this.http =
        new HttpClient(
            HttpSettings.builder()
                .tls(tls)
                .connectTimeout(patience)
                .tlsTimeout(patience)
                .readTimeout(patience)
                .writeTimeout(patience)
                .build());
  }

  /// Has a node forget objects, and returns null once it has; else why it may not have.
  @Nullable String failure(Node node, Collection<ObjectName> objects) {
    Route route = Route.to(URI.create("https://" + node.address()));
    String keys =
        objects.stream()
            .map(object -> URLEncoder.encode(object.key(), UTF_8).replace("+", "%20"))
            .collect(Collectors.joining("\n"));
    HttpRequest order =
        new HttpRequest("FORGET", "/" + bucket, Headers.NONE, Payload.of(keys.getBytes(US_ASCII)));
    while (true) {
      try (Exchange exchange = http.exchange(route, order)) {
        int status = exchange.send().status();
        return status == 200 ? null : "answers " + status;
      } catch (StaleConnectionException _) {
        // The next one is another, and a new one cannot be stale.
      } catch (IOException e) {
        return String.valueOf(e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
