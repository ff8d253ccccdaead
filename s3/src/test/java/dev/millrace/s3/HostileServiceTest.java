package dev.millrace.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.millrace.s3.credentials.CredentialsSource;
import dev.millrace.s3.retry.RetryPolicy;
import dev.millrace.s3.testing.ScriptedServer;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Services that truncate, lie, stall or are not there.
@Timeout(30)
class HostileServiceTest {
  private static final String ETAG = "ETag: \"v1\"";
  private static final String MODIFIED = "Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT";

  private static S3Client client(URI endpoint) {
    return new S3Client(
        S3Config.builder(endpoint, "us-east-1")
            .credentials(CredentialsSource.anonymous())
            .tls(null)
            .retries(RetryPolicy.none())
            .connectTimeout(Duration.ofSeconds(5))
            .readTimeout(Duration.ofMillis(300))
            .build());
  }

  private static ObjectBody get(ScriptedServer server, long offset, long length)
      throws IOException {
    return client(server.endpoint()).open("bucket", "key", new ByteRange(offset, length), "\"v1\"");
  }

  private static ScriptedServer answering206(String contentRange, long length, String body)
      throws IOException {
    return ScriptedServer.start(
        body,
        "HTTP/1.1 206 Partial Content",
        ETAG,
        MODIFIED,
        "Content-Range: " + contentRange,
        "Content-Length: " + length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 304 Not Modified",
        "HTTP/1.1 304 Not Modified|ETag: \"v1\"",
        "HTTP/1.1 304 Not Modified|ETag: W/\"v1\"|Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT",
        "HTTP/1.1 200 OK|ETag: \"v1\"|Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT|Content-Length: 8"
      })
  void a_service_may_say_in_several_ways_that_nothing_has_changed(String answer)
      throws IOException {
    ObjectFacts known = known();
    try (var server = ScriptedServer.start("", answer.split("\\|"))) {
      assertThat(client(server.endpoint()).head("bucket", "key", known)).isSameAs(known);
      assertThat(server.heads()).hasSize(1);
      assertThat(server.heads().getFirst()).contains("\r\nif-none-match: \"v1\"\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 304 Not Modified|ETag: \"v2\"",
        "HTTP/1.1 304 Not Modified|ETag: \"v1\"|Last-Modified: Tue, 03 Nov 2026 11:00:00 GMT"
      })
  void what_is_not_modified_but_is_not_what_is_known_is_asked_for_without_a_condition(String answer)
      throws IOException {
    try (var server =
        ScriptedServer.start((head, client) -> {
          if (head.contains("if-none-match:")) {
            ScriptedServer.write(client, "", answer.split("\\|"));
          } else {
            ScriptedServer.write(
                client, "", "HTTP/1.1 200 OK", ETAG, MODIFIED, "Content-Length: 9");
          }
        })) {
      assertThat(client(server.endpoint()).head("bucket", "key", known()).size()).isEqualTo(9);
    }
  }

  @Test
  void a_304_that_nobody_asked_for_is_an_error() throws IOException {
    try (var server = ScriptedServer.start("", "HTTP/1.1 304 Not Modified", ETAG, MODIFIED)) {
      assertThat(
              catchThrowableOfType(
                      S3Exception.class, () -> client(server.endpoint()).head("bucket", "key"))
                  .status())
          .isEqualTo(304);
    }
  }

  private static ObjectFacts known() {
    return new ObjectFacts(8, "\"v1\"", Instant.parse("2026-11-03T10:00:00Z"), Map.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"keep-alive", "close"})
  void a_body_that_breaks_off_is_an_error(String connection) throws IOException {
    try (var server =
            ScriptedServer.start((_, client) -> {
              ScriptedServer.write(
                  client,
                  "half",
                  "HTTP/1.1 200 OK",
                  ETAG,
                  MODIFIED,
                  "Content-Length: 8",
                  "Connection: " + connection);
              client.close();
            });
        ObjectBody body = client(server.endpoint()).open("bucket", "key", null, null)) {
      assertThat(body.stream().readNBytes(4)).asString().isEqualTo("half");
      assertThatThrownBy(() -> body.stream().read())
          .isInstanceOf(IOException.class)
          .hasMessageContaining(server.endpoint().getAuthority());
    }
  }

  @Test
  void chunks_that_hold_less_than_the_range_are_an_error() throws IOException {
    try (var server =
            ScriptedServer.start(
                "2\r\nab\r\n0\r\n\r\n",
                "HTTP/1.1 206 Partial Content",
                ETAG,
                MODIFIED,
                "Content-Range: bytes 0-3/8",
                "Transfer-Encoding: chunked");
        ObjectBody body = get(server, 0, 4)) {
      assertThatThrownBy(() -> body.stream().readAllBytes()).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void a_body_that_stalls_is_given_up_after_the_read_timeout() throws IOException {
    try (var server = answering206("bytes 0-7/8", 8, "half");
        ObjectBody body = get(server, 0, 8)) {
      assertThat(body.stream().readNBytes(4)).hasSize(4);
      assertThatThrownBy(() -> body.stream().read())
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining(server.endpoint().getAuthority());
    }
  }

  @Test
  void chunks_that_hold_more_than_the_range_are_an_error() throws IOException {
    try (var server =
            ScriptedServer.start(
                "6\r\nabcdef\r\n0\r\n\r\n",
                "HTTP/1.1 206 Partial Content",
                ETAG,
                MODIFIED,
                "Content-Range: bytes 0-3/8",
                "Transfer-Encoding: chunked");
        ObjectBody body = get(server, 0, 4)) {
      assertThat(body.stream().readNBytes(4)).asString().isEqualTo("abcd");
      assertThatThrownBy(() -> body.stream().read()).hasMessageContaining("more than it announced");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bytes 1-4/8", // shifted
        "bytes 0-4/8", // longer
        "bytes 0-2/8", // shorter
        "bytes 0-3/2",
        "bytes 3-0/8",
        "bytes 0-3/*",
        "bytes 0-3",
        "items 0-3/8",
        "bytes 0-3/99999999999999999999"
      })
  void a_content_range_other_than_the_one_asked_for_is_an_error(String range) throws IOException {
    try (var server = answering206(range, 4, "abcd")) {
      assertThatThrownBy(() -> get(server, 0, 4))
          .isExactlyInstanceOf(IOException.class)
          .hasMessageContaining(server.endpoint().getAuthority());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "3", "-1", "4, 5", "four"})
  void a_content_length_that_contradicts_the_range_is_an_error(String length) throws IOException {
    try (var server =
        ScriptedServer.start(
            "abcd",
            "HTTP/1.1 206 Partial Content",
            ETAG,
            MODIFIED,
            "Content-Range: bytes 0-3/8",
            "Content-Length: " + length,
            "Connection: close")) {
      assertThatThrownBy(() -> get(server, 0, 4)).isExactlyInstanceOf(IOException.class);
    }
  }

  @Test
  void a_service_that_ignores_the_range_is_not_drained() throws Exception {
    var broken = new CompletableFuture<Long>();
    try (var server = endless("HTTP/1.1 200 OK", broken)) {
      assertThatThrownBy(() -> get(server, 0, 4)).isExactlyInstanceOf(IOException.class);
      assertThat(broken.get(10, TimeUnit.SECONDS)).isLessThan(100_000_000L);
    }
  }

  @Test
  void closing_a_body_early_drops_the_connection() throws Exception {
    var broken = new CompletableFuture<Long>();
    try (var server = endless("HTTP/1.1 200 OK", broken)) {
      try (ObjectBody body = client(server.endpoint()).open("bucket", "key", null, null)) {
        assertThat(body.stream().readNBytes(1000)).hasSize(1000);
      }
      assertThat(broken.get(10, TimeUnit.SECONDS)).isLessThan(100_000_000L);
    }
  }

  /// A server of 5 GB that tells how much of it went out before the client hung up.
  private static ScriptedServer endless(String status, CompletableFuture<Long> broken)
      throws IOException {
    return ScriptedServer.start((_, client) -> {
      ScriptedServer.write(client, "", status, ETAG, MODIFIED, "Content-Length: 5000000000");
      long sent = 0;
      try {
        for (byte[] zeros = new byte[1 << 16]; sent < 5_000_000_000L; sent += zeros.length) {
          client.getOutputStream().write(zeros);
        }
      } catch (SocketException _) {
        // what the test waits for
      }
      broken.complete(sent);
      client.close();
    });
  }

  @Test
  void another_version_than_asked_for_is_412_even_if_the_service_sends_it() throws IOException {
    try (var server =
        ScriptedServer.start(
            "abcd",
            "HTTP/1.1 206 Partial Content",
            "ETag: \"v2\"",
            MODIFIED,
            "Content-Range: bytes 0-3/8",
            "Content-Length: 4")) {
      S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> get(server, 0, 4));
      assertThat(refusal.status()).isEqualTo(412);
    }
  }

  @Test
  void an_answer_without_the_headers_of_an_object_is_an_error() throws IOException {
    try (var server = ScriptedServer.start("abcd", "HTTP/1.1 200 OK", "Content-Length: 4")) {
      assertThatThrownBy(() -> client(server.endpoint()).open("bucket", "key", null, null))
          .hasMessageContaining("no header etag");
    }
  }

  @Test
  void a_silent_service_is_a_timeout() throws IOException {
    try (var server = ScriptedServer.start((_, _) -> new CountDownLatch(1).await())) {
      assertThatThrownBy(() -> client(server.endpoint()).head("bucket", "key"))
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining(server.endpoint().getAuthority());
      assertThat(server.heads()).hasSize(1);
    }
  }

  @Test
  void a_service_that_is_silent_in_the_handshake_is_a_timeout() throws IOException {
    try (var server = ScriptedServer.start((_, _) -> {})) {
      URI https = URI.create("https://" + server.endpoint().getAuthority());
      assertThatThrownBy(() -> client(https).head("bucket", "key"))
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void a_port_that_nobody_listens_on_is_named() throws IOException {
    int port;
    try (var listener = new ServerSocket(0)) {
      port = listener.getLocalPort();
    }
    URI endpoint = URI.create("http://127.0.0.1:" + port);
    assertThatThrownBy(() -> client(endpoint).probe("bucket"))
        .isInstanceOf(ConnectException.class)
        .hasMessage("127.0.0.1:" + port + ": cannot connect to 127.0.0.1: Connection refused");
  }

  @Test
  void a_host_that_does_not_exist_is_named() {
    URI endpoint = URI.create("http://nowhere.invalid");
    assertThatThrownBy(() -> client(endpoint).probe("bucket"))
        .isInstanceOf(UnknownHostException.class)
        .hasMessage("nowhere.invalid:80: no such host");
  }

  @Test
  void what_is_not_http_is_an_error() throws IOException {
    try (var server = ScriptedServer.start("", "SSH-2.0-OpenSSH_9.6 and more")) {
      assertThatThrownBy(() -> client(server.endpoint()).head("bucket", "key"))
          .isExactlyInstanceOf(IOException.class)
          .hasMessageContaining("not HTTP");
    }
  }

  @Test
  void an_error_is_read_from_its_xml() throws IOException {
    String xml =
        "<?xml version=\"1.0\"?><Error><Code>SlowDown</Code><Message>Reduce\nyour rate</Message>"
            + "<Deep><Code>Other</Code></Deep><RequestId>R1</RequestId></Error>";
    try (var server =
        ScriptedServer.start(xml, "HTTP/1.1 503 Slow Down", "Content-Length: " + xml.length())) {
      assertThatThrownBy(() -> get(server, 0, 4))
          .hasMessage("503 SlowDown: Reduce your rate (request R1)");
    }
  }

  @Test
  void entities_in_an_error_are_not_followed() throws IOException {
    String xml =
        "<!DOCTYPE Error [<!ENTITY f SYSTEM \"file:///etc/hostname\">"
            + "<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>"
            + "<Error><Code>A&f;&b;</Code></Error>";
    try (var server =
        ScriptedServer.start(xml, "HTTP/1.1 500 Error", "Content-Length: " + xml.length())) {
      assertThatThrownBy(() -> get(server, 0, 4)).hasMessageStartingWith("500 InternalError");
    }
  }

  @Test
  void an_endless_error_is_cut_off() throws IOException {
    String xml = "<Error><Code>" + "x".repeat(1 << 20);
    try (var server =
        ScriptedServer.start(xml, "HTTP/1.1 500 Error", "Content-Length: 5000000000")) {
      assertThatThrownBy(() -> get(server, 0, 4))
          .isInstanceOf(S3Exception.class)
          .hasMessage("500 InternalError");
    }
  }

  @Test
  void the_region_of_a_bucket_elsewhere_is_told() throws IOException {
    try (var server =
        ScriptedServer.start(
            "",
            "HTTP/1.1 301 Moved Permanently",
            "x-amz-bucket-region: eu-west-1",
            "Location: http://127.0.0.1:1/",
            "Content-Length: 0")) {
      assertThatThrownBy(() -> client(server.endpoint()).head("bucket", "key"))
          .hasMessage("301 PermanentRedirect: (the bucket lies in region eu-west-1)");
      // A second time to the same endpoint, signed for that region; never to the Location.
      assertThat(server.heads()).hasSize(2);
    }
  }

  @Test
  void a_listing_without_end_is_an_error() throws IOException {
    var broken = new CompletableFuture<Long>();
    try (var server = endless("HTTP/1.1 200 OK", broken)) {
      assertThatThrownBy(() -> client(server.endpoint()).listXml("bucket", Map.of()))
          .hasMessageContaining("longer than");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "a/../b", "./a", "/a", "a//b", "a/", "..", "%2e%2e/x", "a/./b"})
  void a_key_goes_over_the_wire_as_it_is(String key) throws IOException {
    try (var server =
        ScriptedServer.start("", "HTTP/1.1 200 OK", ETAG, MODIFIED, "Content-Length: 4")) {
      client(server.endpoint()).head("bucket", key);
      assertThat(server.heads().getFirst())
          .startsWith("HEAD /bucket/" + key.replace("%", "%25") + " HTTP/1.1\r\n");
    }
  }

  @Test
  void connections_are_used_again() throws IOException {
    try (var server = answering206("bytes 0-3/8", 4, "abcd");
        S3Client client = client(server.endpoint())) {
      for (int i = 0; i < 5; i++) {
        try (ObjectBody body = client.open("bucket", "key", new ByteRange(0, 4), null)) {
          assertThat(body.stream().readNBytes(4)).hasSize(4);
        }
      }
      assertThat(server.heads()).hasSize(5);
      assertThat(server.connections()).isEqualTo(1);
    }
  }
}
