package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.millrace.s3.credentials.Credentials;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Writes of which an origin does not say clearly what became of them.
@Timeout(60)
class UncertainWriteTest {
  private static final Credentials ANYBODY = new Credentials("anybody", "secret-of-anybody", null);
  private static final String ERROR =
      "<?xml version=\"1.0\"?><Error><Code>InternalError</Code><Message>m</Message></Error>";
  private static final byte[] PARTS = "<CompleteMultipartUpload/>".getBytes(UTF_8);
  private static final byte[] KEY =
      "<Delete><Object><Key>k</Key></Object></Delete>".getBytes(UTF_8);

  @TempDir private Path folder;
  private HttpServer origin;
  private TestGateway gateway;

  @AfterEach
  void stop() {
    gateway.close();
    origin.stop(0);
  }

  @Test
  void an_error_that_comes_with_200_stays_one_to_clients_that_look_for_its_name() throws Exception {
    start(exchange -> answer(exchange, ERROR));
    HttpResponse<String> answer = write("/mill/k?uploadId=u", PARTS);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("<Error>").contains("InternalError");
    assertThat(Files.readString(audit()))
        .contains("\"outcome\":\"failed\"", "\"code\":\"InternalError\",\"status\":200");
  }

  @Test
  void what_is_no_result_of_a_deletion_is_a_failure() throws Exception {
    start(exchange -> answer(exchange, ERROR));
    assertThat(write("/mill?delete", KEY).statusCode()).isEqualTo(502);
  }

  @Test
  void what_may_have_been_done_is_not_asked_for_again() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    start(exchange -> {
      if (exchange.getRequestMethod().equals("HEAD") || asked.incrementAndGet() == 1) {
        answer(
            exchange,
            "<CompleteMultipartUploadResult><ETag>1</ETag></CompleteMultipartUploadResult>");
      } else {
        exchange.getRequestBody().readAllBytes();
        exchange.close();
      }
    });
    assertThat(write("/mill/k?uploadId=first", PARTS).statusCode()).isEqualTo(200);
    assertThat(write("/mill/k?uploadId=second", PARTS).statusCode()).isEqualTo(502);
    assertThat(asked).hasValue(2);
  }

  private void start(HttpHandler answers) throws IOException {
    origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    origin.createContext("/mill", answers);
    origin.start();
    URI endpoint = URI.create("http://127.0.0.1:" + origin.getAddress().getPort());
    gateway =
        TestGateway.inFrontOf(endpoint, "write-through", "on", "audit-log", audit().toString());
  }

  private Path audit() {
    return folder.resolve("audit");
  }

  private static void answer(HttpExchange exchange, String document) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      // What the gateway probes with has no body.
      boolean isWrite = exchange.getRequestMethod().equals("POST");
      exchange.sendResponseHeaders(200, isWrite ? document.length() : -1);
      if (isWrite) {
        exchange.getResponseBody().write(document.getBytes(UTF_8));
      }
    }
  }

  private HttpResponse<String> write(String path, byte[] body) throws Exception {
    return new SignedWrite(gateway, ANYBODY, "POST", path)
        .body(body, WritableMill.sha256(body))
        .send();
  }
}
