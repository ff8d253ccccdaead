package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A gateway in front of an origin that says no, to it or to its clients.
@Timeout(60)
class RefusingOriginTest {

  private static ScriptedServer origin(int status, String code) throws IOException {
    String error = "<Error><Code>" + code + "</Code><Message>m</Message></Error>";
    return ScriptedServer.start((head, client) -> {
      if (head.startsWith("HEAD")) {
        ScriptedServer.write(
            client,
            "",
            "HTTP/1.1 200 OK",
            "Content-Length: 9",
            "ETag: \"1\"",
            "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT");
      } else {
        ScriptedServer.write(
            client, error, "HTTP/1.1 " + status + " No", "Content-Length: " + error.length());
      }
    });
  }

  @ParameterizedTest
  @CsvSource({
    "403, InvalidAccessKeyId, 502, InternalError",
    "403, SignatureDoesNotMatch, 502, InternalError",
    "403, RequestTimeTooSkewed, 502, InternalError",
    "400, ExpiredToken, 502, InternalError",
    "403, AccessDenied, 403, AccessDenied",
  })
  void what_it_says_of_the_gateways_own_keys_is_no_fault_of_readers_nor_of_writers(
      int status, String code, int told, String toldCode) throws Exception {
    try (ScriptedServer origin = origin(status, code);
        TestGateway gateway = TestGateway.inFrontOf(origin.endpoint(), "write-through", "on")) {
      for (HttpResponse<byte[]> answer :
          List.of(
              gateway.send("DELETE", "/mill/k"),
              gateway.get("/mill/k"),
              gateway.get("/mill?list-type=2"))) {
        assertThat(answer.body()).asString().contains("<Code>" + toldCode + "</Code>");
        assertThat(answer.statusCode()).isEqualTo(told);
      }
    }
  }
}
