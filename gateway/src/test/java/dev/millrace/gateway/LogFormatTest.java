package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The access log as text and as JSON.
@Timeout(60)
class LogFormatTest {
  @TempDir Path folder;

  private static Map<String, String> members(String json) throws IOException {
    Map<String, String> members = new LinkedHashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        parser.nextToken();
        members.put(name, parser.getText());
      }
    }
    return members;
  }

  @Test
  void a_request_is_a_line_of_text_unless_told_otherwise() throws Exception {
    Files.writeString(folder.resolve("k"), "value");
    try (TestGateway gateway = TestGateway.serving(folder)) {
      gateway.get("/mill/k");
      assertThat(gateway.logged(line -> line.contains("/mill/k")))
          .matches("\\S+Z 127\\.0\\.0\\.1 - \"GET /mill/k\" 200 5B \\d+\\.\\d\\dms origin");
    }
  }

  @Test
  void a_request_is_an_object_of_json_where_that_is_set() throws Exception {
    Files.writeString(folder.resolve("k"), "value");
    try (TestGateway gateway = TestGateway.serving(folder, "log-format", "json")) {
      HttpResponse<byte[]> answer = gateway.get("/mill/k");
      Map<String, String> members = members(gateway.logged(line -> line.contains("/mill/k")));
      assertThat(members.keySet())
          .containsExactly(
              "time", "request", "client", "method", "path", "status", "bytes", "millis", "source");
      assertThat(Instant.parse(members.get("time"))).isBeforeOrEqualTo(Instant.now());
      assertThat(Double.parseDouble(members.get("millis"))).isPositive();
      assertThat(members)
          .containsEntry("request", answer.headers().firstValue("x-amz-request-id").orElseThrow())
          .containsEntry("client", "127.0.0.1")
          .containsEntry("method", "GET")
          .containsEntry("path", "/mill/k")
          .containsEntry("status", "200")
          .containsEntry("bytes", "5")
          .containsEntry("source", "origin");
      gateway.get("/mill/none");
      assertThat(members(gateway.logged(line -> line.contains("/mill/none"))))
          .containsEntry("source", "none")
          .containsEntry("trouble", "no object none");
      gateway.send("DELETE", "/mill/k");
      assertThat(members(gateway.logged(line -> line.contains("DELETE"))))
          .containsEntry("trouble", "MethodNotAllowed");
    }
  }

  @Test
  void of_a_query_nothing_but_the_prefix_of_a_listing_is_written_down() throws Exception {
    Files.writeString(folder.resolve("k"), "value");
    try (TestGateway gateway = TestGateway.serving(folder, "log-format", "json")) {
      gateway.get("/mill?list-type=2&prefix=a%22%2Fb+c&start-after=told-by-nobody");
      assertThat(members(gateway.logged(line -> line.contains("prefix"))))
          .containsEntry("path", "/mill")
          .containsEntry("prefix", "a\"/b c");
      gateway.get("/mill?list-type=2");
      gateway.get("/mill/k?X-Amz-Signature=told-by-nobody&prefix=k");
      assertThat(gateway.logged(line -> line.contains("/mill/k"))).doesNotContain("prefix");
      assertThat(gateway.log().lines().filter(line -> line.contains("prefix"))).hasSize(1);
      assertThat(gateway.log()).doesNotContain("told-by-nobody");
    }
  }
}
