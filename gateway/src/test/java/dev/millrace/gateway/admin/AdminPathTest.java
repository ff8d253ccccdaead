package dev.millrace.gateway.admin;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.admin.AdminPath.Answer;
import dev.millrace.gateway.admin.AdminPath.Resource;
import dev.millrace.gateway.admin.AdminPath.Resource.Action;
import dev.millrace.gateway.admin.AdminPath.Resource.Job;
import dev.millrace.gateway.admin.AdminPath.Resource.Page;
import dev.millrace.gateway.audit.AuditLog;
import dev.millrace.gateway.http.StallWatch;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class AdminPathTest {
  private static final String SECRET = "0123456789abcdef";

  @TempDir Path folder;

  private final AtomicInteger performed = new AtomicInteger();
  private final StallWatch stalls = new StallWatch(Duration.ofSeconds(1));

  @AfterEach
  void stop_watching() {
    stalls.close();
  }

  private AdminToken token() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), SECRET);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return AdminToken.read(file);
  }

  /// The answer to one request of a server with a page and an action.
  ///
  /// @param headers names and values in turn
  private HttpResponse<String> answer(
      @Nullable AdminToken token, String method, String path, String... headers)
      throws IOException, InterruptedException {
    Action action = _ -> Answer.text(200, "done " + performed.incrementAndGet());
    Action undone = _ -> Answer.text(200, "undone " + performed.decrementAndGet());
    Map<String, Resource> resources =
        Map.of(
            "/page",
            (Page) _ -> Answer.text(200, "shown"),
            "/action",
            action,
            "/job",
            new Job(action, undone));
    WebServer server = serving(new AdminPath(resources, token, AuditLog.none(), stalls));
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI url = URI.create("http://127.0.0.1:" + server.port() + path);
      HttpRequest.Builder request =
          HttpRequest.newBuilder(url).method(method, BodyPublishers.noBody());
      if (headers.length > 0) {
        request.headers(headers);
      }
      return client.send(request.build(), BodyHandlers.ofString());
    } finally {
      server.stop();
    }
  }

  private static WebServer serving(Handler path) {
    return WebServer.builder()
        .host("127.0.0.1")
        .port(0)
        .shutdownHook(false)
        .addRouting(HttpRouting.builder().any(path))
        .build()
        .start();
  }

  @Test
  void what_takes_its_time_is_begun_and_cancelled_for_who_has_the_token() throws Exception {
    String[] allowed = {"Authorization", "Bearer " + SECRET};
    assertThat(answer(token(), "DELETE", "/job").statusCode()).isEqualTo(401);
    assertThat(answer(token(), "POST", "/job", allowed).body()).isEqualTo("done 1\n");
    assertThat(answer(token(), "DELETE", "/job", allowed).body()).isEqualTo("undone 0\n");
    HttpResponse<String> page = answer(token(), "GET", "/job", allowed);
    assertThat(page.statusCode()).isEqualTo(405);
    assertThat(page.headers().firstValue("allow")).contains("POST, DELETE");
  }

  @Test
  @Timeout(60)
  void who_takes_no_answer_is_let_go() throws Exception {
    String large = "x".repeat(64 << 20);
    AdminPath path =
        new AdminPath(
            Map.of("/page", (Page) _ -> Answer.text(200, large)), null, AuditLog.none(), stalls);
    CountDownLatch left = new CountDownLatch(1);
    WebServer server =
        serving((request, response) -> {
          try {
            path.handle(request, response);
          } finally {
            left.countDown();
          }
        });
    try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      silent.getOutputStream().write("GET /page HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(US_ASCII));
      assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      server.stop();
    }
  }

  @Test
  void a_page_is_shown_without_a_token() throws Exception {
    HttpResponse<String> shown = answer(token(), "GET", "/page");
    assertThat(shown.statusCode()).isEqualTo(200);
    assertThat(shown.body()).isEqualTo("shown\n");
    HttpResponse<String> head = answer(token(), "HEAD", "/page");
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.headers().firstValue("content-length")).contains("6");
    assertThat(head.body()).isEmpty();
  }

  @Test
  void an_action_is_performed_for_who_has_the_token() throws Exception {
    HttpResponse<String> done =
        answer(token(), "POST", "/action", "Authorization", "Bearer " + SECRET);
    assertThat(done.statusCode()).isEqualTo(200);
    assertThat(done.body()).isEqualTo("done 1\n");
  }

  @Test
  void an_action_is_not_performed_for_others() throws Exception {
    HttpResponse<String> refused =
        answer(token(), "POST", "/action", "Authorization", "Bearer 0123456789abcdeF");
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().firstValue("www-authenticate")).isPresent();
    assertThat(answer(token(), "POST", "/action").statusCode()).isEqualTo(401);
    assertThat(performed).hasValue(0);
  }

  @Test
  void without_a_token_nobody_changes_anything_and_is_told_why() throws Exception {
    HttpResponse<String> refused =
        answer(null, "POST", "/action", "Authorization", "Bearer " + SECRET);
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("no admin-token is set");
    assertThat(performed).hasValue(0);
  }

  @Test
  void a_wrong_method_is_told_the_right_ones() throws Exception {
    HttpResponse<String> page = answer(token(), "POST", "/page");
    assertThat(page.statusCode()).isEqualTo(405);
    assertThat(page.headers().firstValue("allow")).contains("GET, HEAD");
    HttpResponse<String> action =
        answer(token(), "GET", "/action", "Authorization", "Bearer " + SECRET);
    assertThat(action.statusCode()).isEqualTo(405);
    assertThat(action.headers().firstValue("allow")).contains("POST");
    assertThat(performed).hasValue(0);
  }

  @Test
  void an_unknown_path_is_told_the_known_ones() throws Exception {
    HttpResponse<String> nothing = answer(token(), "GET", "/");
    assertThat(nothing.statusCode()).isEqualTo(404);
    assertThat(nothing.body()).contains("/action, /job, /page");
  }
}
