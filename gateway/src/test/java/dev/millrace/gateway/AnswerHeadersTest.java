package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.TestGateway.Port;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What browsers are told in every answer.
class AnswerHeadersTest {
  private static final Map<String, String> STRICT =
      Map.of(
          "x-content-type-options", "nosniff",
          "content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox",
          "referrer-policy", "no-referrer");

  @TempDir private static Path folder;
  private static Path objects;
  private static TestGateway gateway;

  @BeforeAll
  static void serveAFolder() throws IOException {
    objects = Files.createDirectory(folder.resolve("objects"));
    Files.writeString(objects.resolve("k"), "value");
    gateway =
        TestGateway.serving(
            objects, "sealed-keys", TestGateway.keyring(folder).toString(), "sealed-port", "0");
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource({
    "200, GET, /mill/k, accept, */*",
    "200, HEAD, /mill/k, accept, */*",
    "206, GET, /mill/k, range, bytes=1-2",
    "304, GET, /mill/k, if-none-match, *",
    "412, GET, /mill/k, if-match, x",
    "416, GET, /mill/k, range, bytes=9-",
    "404, GET, /mill/none, accept, */*",
    "405, DELETE, /mill/k, accept, */*",
    "501, GET, /mill/k?versionId=1, accept, */*",
    "200, GET, /, accept, */*",
    "200, GET, /mill?list-type=2, accept, */*"
  })
  void every_answer_over_http2_says_it(
      int status, String method, String path, String name, String value) throws Exception {
    HttpResponse<byte[]> answer = gateway.send(method, path, name, value);
    assertThat(answer.statusCode()).isEqualTo(status);
    assertStrict(answer.headers());
  }

  @Test
  void every_answer_without_tls_says_it() throws Exception {
    assertStrict(gateway.getWithoutTls("/mill/k").headers());
    assertStrict(gateway.getWithoutTls("/mill/k", "accept-encoding", "millrace-seal").headers());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /mill/k HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        "GET /mill/k HTTP/1.1\r\n\r\n",
        "GET /mill/k HTTP/1.1\r\nHost: h\r\nX : y\r\n\r\n",
        "G(T /mill/k HTTP/1.1\r\nHost: h\r\n\r\n"
      })
  void so_does_what_the_server_refuses_by_itself(String request) throws IOException {
    try (Socket socket = gateway.connected(Port.TLS)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer.toLowerCase(Locale.ROOT))
          .contains(STRICT.entrySet().stream().map(e -> e.getKey() + ": " + e.getValue()).toList())
          .doesNotContain("\nserver:")
          .doesNotContain("500 ");
    }
  }

  @ParameterizedTest
  @EnumSource
  void only_a_certificate_of_the_user_s_own_and_only_tls_hold_browsers_to_https(Port port)
      throws Exception {
    TestCertificate certificate = TestCertificate.create(folder);
    try (TestGateway own =
        TestGateway.serving(
            objects,
            "certificate",
            certificate.pem().toString(),
            "key",
            certificate.key().toString(),
            "sealed-keys",
            folder.resolve("keys").toString(),
            "sealed-port",
            "0")) {
      HttpHeaders headers =
          port == Port.TLS ? own.get("/mill/k").headers() : own.getWithoutTls("/mill/k").headers();
      assertThat(headers.firstValue("strict-transport-security").isPresent())
          .isEqualTo(port == Port.TLS);
    }
    assertThat(gateway.get("/mill/k").headers().firstValue("strict-transport-security")).isEmpty();
  }

  @Test
  void an_address_that_asks_too_often_is_told_to_slow_down() throws Exception {
    try (TestGateway limited = TestGateway.serving(objects, "requests-per-second", "1")) {
      HttpResponse<byte[]> answer = limited.get("/mill/k");
      while (answer.statusCode() == 200) {
        answer = limited.get("/mill/k");
      }
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("retry-after")).hasValue("1");
      assertThat(answer.body()).asString().contains("<Code>SlowDown</Code>");
      assertStrict(answer.headers());
    }
  }

  private static void assertStrict(HttpHeaders headers) {
    STRICT.forEach((name, value) -> assertThat(headers.allValues(name)).containsExactly(value));
    assertThat(headers.firstValue("server")).isEmpty();
  }
}
