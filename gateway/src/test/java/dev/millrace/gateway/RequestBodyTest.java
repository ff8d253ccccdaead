package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Requests that have a body.
@Timeout(60)
class RequestBodyTest {
  @TempDir private Path folder;

  private TestGateway gateway() throws IOException {
    Path objects = Files.createDirectories(folder.resolve("objects"));
    return TestGateway.serving(
        objects, "admin-port", "0", "admin-token", TestGateway.token(folder).toString());
  }

  private static HttpResponse<String> send(
      Version version, String method, String url, BodyPublisher body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Authorization", "Bearer a-secret-of-operators")
            .method(method, body)
            .build();
    try (HttpClient client =
        HttpClient.newBuilder().version(version).sslContext(TestGateway.trust()).build()) {
      return client.send(request, BodyHandlers.ofString());
    }
  }

  @Test
  void a_warm_up_takes_thousands_of_keys_with_their_length_or_in_chunks() throws Exception {
    byte[] keys = "missing\n".repeat(2_000).getBytes(StandardCharsets.US_ASCII);
    try (TestGateway gateway = gateway()) {
      String url = "https://127.0.0.1:" + gateway.adminPort() + "/warm-up";
      for (BodyPublisher body :
          List.of(
              BodyPublishers.ofByteArray(keys),
              BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(keys)))) {
        HttpResponse<String> answer = send(Version.HTTP_1_1, "POST", url, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("0 objects", "2000 failed");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void a_text_that_is_not_taken_is_answered_and_nothing_is_amiss(Version version) throws Exception {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Handler handler = handler(warnings);
    Logger logger = Logger.getLogger("io.helidon");
    logger.addHandler(handler);
    try (TestGateway gateway = gateway()) {
      for (String text : List.of("a line\n", "a line\n".repeat(600_000))) {
        HttpResponse<String> answer =
            send(version, "PUT", gateway.url("/mill/k"), BodyPublishers.ofString(text));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(405);
      }
    } finally {
      logger.removeHandler(handler);
    }
    assertThat(warnings).isEmpty();
  }

  private static Handler handler(List<String> warnings) {
    return new Handler() {
      @Override
      public void publish(LogRecord line) {
        if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
          warnings.add(line.getLoggerName() + ": " + line.getMessage());
        }
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }
}
