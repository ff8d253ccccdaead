package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.testing.ScriptedServer;
import java.net.Socket;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Clients that do not take in the listings that they asked for.
@Timeout(60)
class SlowListingTest {
  /// More than sockets take in of which nobody reads.
  private static final int LENGTH = 12 << 20;

  @Test
  void one_client_gets_no_further_listing_until_it_has_taken_in_what_fills_its_share()
      throws Exception {
    String listing = "x".repeat(LENGTH);
    try (ScriptedServer origin =
            ScriptedServer.start((head, client) ->
                ScriptedServer.write(
                    client,
                    head.startsWith("HEAD") ? "" : listing,
                    "HTTP/1.1 200 OK",
                    "Content-Length: " + LENGTH));
        TestGateway gateway = TestGateway.inFrontOf(origin.endpoint());
        Socket slow = gateway.connected(TestGateway.Port.TLS)) {
      slow.getOutputStream()
          .write("GET /mill?list-type=2 HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(US_ASCII));
      assertThat(slow.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 200");
      HttpResponse<byte[]> refused = gateway.get("/mill?list-type=2");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("retry-after")).hasValue("1");
      assertThat(refused.body()).asString().contains("<Code>SlowDown</Code>");
      slow.getInputStream().skipNBytes(LENGTH);
      while (gateway.get("/mill?list-type=2").statusCode() != 200) {
        // The gateway has yet to notice.
      }
    }
  }
}
