package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
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
      gateway.get("/mill/k");
      Map<String, String> members = members(gateway.logged(line -> line.contains("/mill/k")));
      assertThat(members.keySet())
          .containsExactly(
              "time", "client", "method", "path", "status", "bytes", "millis", "source");
      assertThat(Instant.parse(members.get("time"))).isBeforeOrEqualTo(Instant.now());
      assertThat(Double.parseDouble(members.get("millis"))).isPositive();
      assertThat(members)
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
}
