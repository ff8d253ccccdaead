package dev.millrace.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.admin.AdminPath.Answer;
import dev.millrace.gateway.admin.AdminPath.Resource.Action;
import dev.millrace.gateway.admin.AdminPath.Resource.Page;
import dev.millrace.gateway.audit.AuditLog;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminPathTest {
  private static final String SECRET = "0123456789abcdef";

  @TempDir Path folder;

  private final AtomicInteger performed = new AtomicInteger();

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
    AdminPath resources =
        new AdminPath(
            Map.of(
                "/page", (Page) _ -> Answer.text(200, "shown"),
                "/action", (Action) _ -> Answer.text(200, "done " + performed.incrementAndGet())),
            token,
            AuditLog.none());
    WebServer server =
        WebServer.builder()
            .host("127.0.0.1")
            .port(0)
            .shutdownHook(false)
            .addRouting(HttpRouting.builder().any(resources))
            .build()
            .start();
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
    assertThat(nothing.body()).contains("/action, /page");
  }
}
