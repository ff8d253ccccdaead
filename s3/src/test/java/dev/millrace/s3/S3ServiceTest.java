package dev.millrace.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.credentials.CredentialsSource;
import dev.millrace.s3.retry.RetryPolicy;
import dev.millrace.s3.testing.ScriptedServer;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is remedied by making a request anew: another region, a wrong clock, a stale connection.
@Timeout(30)
class S3ServiceTest {
  private static final Instant NOW = Instant.parse("2026-11-03T10:00:00Z");
  private static final Credentials KEYS = new Credentials("millrace", "secret", null);
  private static final Pattern SCOPE = Pattern.compile("Credential=millrace/[0-9]+/([^/]+)/s3/");
  private static final Pattern SIGNED_AT = Pattern.compile("(?i)x-amz-date: ([0-9TZ]+)");

  private final AtomicInteger requests = new AtomicInteger();

  private static S3Client client(URI endpoint, UnaryOperator<S3Config.Builder> settings) {
    S3Config.Builder config =
        S3Config.builder(endpoint, "us-east-1")
            .credentials(CredentialsSource.of(KEYS))
            .retries(RetryPolicy.none())
            .readTimeout(Duration.ofSeconds(10));
    return new S3Client(settings.apply(config).build(), () -> NOW);
  }

  private static S3Client client(ScriptedServer server) {
    return client(server.endpoint(), config -> config);
  }

  private static void found(Socket client) throws IOException {
    ScriptedServer.write(
        client,
        "",
        "HTTP/1.1 200 OK",
        "ETag: \"v1\"",
        "Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT",
        "Content-Length: 4");
  }

  private static String group(Pattern pattern, String head) {
    Matcher matcher = pattern.matcher(head);
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  private static List<String> regions(ScriptedServer server) {
    return server.heads().stream().map(head -> group(SCOPE, head)).toList();
  }

  // Regions.

  private static ScriptedServer inEurope(String status) throws IOException {
    return ScriptedServer.start((head, client) -> {
      if (group(SCOPE, head).equals("eu-west-1")) {
        found(client);
      } else {
        ScriptedServer.write(
            client,
            "",
            status,
            "x-amz-bucket-region: eu-west-1",
            "Location: http://127.0.0.1:1/",
            "Content-Length: 0");
      }
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"301 Moved", "307 Temporary Redirect", "400 Bad Request"})
  void a_request_is_signed_anew_for_the_region_in_which_the_bucket_lies(String status)
      throws IOException {
    try (ScriptedServer server = inEurope("HTTP/1.1 " + status);
        S3Client client = client(server)) {
      client.head("grain", "wheat");
      assertThat(regions(server)).containsExactly("us-east-1", "eu-west-1");
      client.head("grain", "rye");
      assertThat(regions(server)).containsExactly("us-east-1", "eu-west-1", "eu-west-1");
      client.head("flour", "rye");
      assertThat(regions(server)).endsWith("us-east-1", "eu-west-1");
      assertThat(client.presignGet("grain", "wheat", Duration.ofHours(1)).getQuery())
          .contains("/eu-west-1/s3/");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "301 Moved\r\nLocation: http://127.0.0.1:1/grain/wheat",
        "307 Temporary Redirect\r\nLocation: http://127.0.0.1:1/grain/wheat",
        "302 Found\r\nx-amz-bucket-region: eu-west-1\r\nLocation: http://127.0.0.1:1/",
        "301 Moved\r\nx-amz-bucket-region: us-east-1",
        "301 Moved\r\nx-amz-bucket-region: evil.example/",
        "301 Moved\r\nx-amz-bucket-region: ",
        "400 Bad Request",
      })
  void a_redirect_that_names_no_other_region_is_an_error(String answer) throws IOException {
    try (ScriptedServer server =
            ScriptedServer.start(
                "", ("HTTP/1.1 " + answer + "\r\nContent-Length: 0").split("\r\n"));
        S3Client client = client(server)) {
      S3Exception refusal =
          catchThrowableOfType(S3Exception.class, () -> client.head("grain", "wheat"));
      assertThat(refusal.status()).isEqualTo(Integer.parseInt(answer.substring(0, 3)));
      assertThat(server.heads()).hasSize(1);
    }
  }

  @Test
  void a_bucket_that_is_always_elsewhere_is_an_error() throws IOException {
    try (ScriptedServer server =
            ScriptedServer.start((_, client) ->
                ScriptedServer.write(
                    client,
                    "",
                    "HTTP/1.1 301 Moved",
                    "x-amz-bucket-region: region-" + requests.incrementAndGet(),
                    "Content-Length: 0"));
        S3Client client = client(server)) {
      assertThatThrownBy(() -> client.head("grain", "wheat"))
          .hasMessageStartingWith("301 PermanentRedirect");
      assertThat(requests).hasValue(3);
    }
  }

  // Clocks.

  private static String date(Instant instant) {
    return "Date: " + DateTimeFormatter.RFC_1123_DATE_TIME.format(instant.atZone(ZoneOffset.UTC));
  }

  private static ScriptedServer ofTime(Instant time, String... more) throws IOException {
    return ScriptedServer.start((head, client) -> {
      String signedAt = group(SIGNED_AT, head);
      if (signedAt.startsWith(time.toString().substring(0, 16).replaceAll("[-:]", ""))) {
        found(client);
      } else {
        String xml = "<Error><Code>RequestTimeTooSkewed</Code></Error>";
        ScriptedServer.write(
            client,
            head.startsWith("HEAD") ? "" : xml,
            "HTTP/1.1 403 Forbidden\r\n" + date(time),
            "Content-Length: " + xml.length() + String.join("\r\n", more));
      }
    });
  }

  @ParameterizedTest
  @ValueSource(longs = {-86_400_000, -3600, 3600, 86_400_000})
  void a_wrong_clock_is_put_right_once(long seconds) throws IOException {
    try (ScriptedServer server = ofTime(NOW.plusSeconds(seconds));
        S3Client client = client(server)) {
      client.head("grain", "wheat");
      assertThat(server.heads()).hasSize(2);
      client.head("grain", "rye");
      assertThat(server.heads()).hasSize(3);
    }
  }

  @Test
  void a_clock_is_not_put_right_by_an_answer_out_of_a_cache() throws IOException {
    try (ScriptedServer server = ofTime(NOW.plusSeconds(3600), "\r\nAge: 10");
        S3Client client = client(server)) {
      assertThatThrownBy(() -> client.head("grain", "wheat")).hasMessageStartingWith("403");
      assertThat(server.heads()).hasSize(1);
    }
  }

  @Test
  void a_service_that_refuses_at_the_right_time_is_asked_once() throws IOException {
    try (ScriptedServer server =
            ScriptedServer.start(
                "", "HTTP/1.1 403 Forbidden", date(NOW.plusSeconds(60)), "Content-Length: 0");
        S3Client client = client(server)) {
      assertThatThrownBy(() -> client.head("grain", "wheat")).hasMessageStartingWith("403");
      assertThat(server.heads()).hasSize(1);
    }
  }

  @Test
  void a_service_that_does_not_know_the_time_is_asked_twice() throws IOException {
    try (ScriptedServer server =
            ScriptedServer.start((_, client) ->
                ScriptedServer.write(
                    client,
                    "",
                    "HTTP/1.1 403 Forbidden",
                    date(NOW.plusSeconds(3600L * requests.incrementAndGet())),
                    "Content-Length: 0"));
        S3Client client = client(server)) {
      assertThatThrownBy(() -> client.head("grain", "wheat")).hasMessageStartingWith("403");
      assertThat(requests).hasValue(2);
    }
  }

  // Connections.

  @Test
  void a_connection_that_went_stale_is_no_failure() throws IOException {
    try (ScriptedServer server =
            ScriptedServer.start((_, client) -> {
              int number = requests.incrementAndGet();
              found(client);
              if (number % 2 == 0) {
                client.close();
              }
            });
        S3Client client = client(server)) {
      for (int i = 0; i < 20; i++) {
        client.head("grain", "wheat");
      }
      assertThat(requests).hasValue(20);
      assertThat(server.connections()).isEqualTo(10);
      assertThat(Connections.inUse(client)).isZero();
    }
  }

  @Test
  void a_new_connection_that_ends_without_an_answer_is_a_failure() throws IOException {
    try (ScriptedServer server =
            ScriptedServer.start((_, client) -> {
              requests.incrementAndGet();
              client.close();
            });
        S3Client client = client(server)) {
      assertThatThrownBy(() -> client.head("grain", "wheat"))
          .hasMessageStartingWith("127.0.0.1:" + server.endpoint().getPort() + ": ");
      assertThat(requests).hasValue(1);
      assertThat(Connections.inUse(client)).isZero();
    }
  }

  @Test
  void a_service_that_is_not_trusted_is_asked_once(@TempDir Path folder) throws IOException {
    TestCertificate certificate = TestCertificate.create(folder);
    AtomicInteger connections = new AtomicInteger();
    try (var listener =
        certificate
            .server()
            .getServerSocketFactory()
            .createServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(() -> {
            try {
              while (true) {
                try (Socket one = listener.accept()) {
                  connections.incrementAndGet();
                  one.getInputStream().read();
                } catch (SSLHandshakeException _) {
                  // The client hangs up, as it should.
                }
              }
            } catch (IOException _) {
              // closed
            }
          });
      RetryPolicy quick = new RetryPolicy(4, Duration.ZERO, Duration.ZERO);
      URI endpoint = URI.create("https://127.0.0.1:" + listener.getLocalPort());
      try (S3Client client = client(endpoint, config -> config.retries(quick))) {
        assertThatThrownBy(() -> client.head("grain", "wheat"))
            .isInstanceOf(SSLHandshakeException.class)
            .hasMessageStartingWith("127.0.0.1:" + listener.getLocalPort() + ": TLS failed: ");
      }
    }
    assertThat(connections).hasValue(1);
  }
}
