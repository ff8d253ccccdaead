package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the admin port tells its page, and the page's files.
@Timeout(60)
class StatusTest {

  @TempDir Path folder;

  private TestGateway gateway() throws Exception {
    Path objects = Files.createDirectories(folder.resolve("objects"));
    Files.writeString(objects.resolve("of-whom"), "v");
    return TestGateway.serving(
        objects, "admin-port", "0", "admin-token", TestGateway.token(folder).toString());
  }

  private static Optional<String> header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name);
  }

  @Test
  void figures_are_for_all_and_names_for_those_who_have_the_token() throws Exception {
    try (TestGateway gateway = gateway()) {
      assertThat(gateway.get("/mill/of-whom").statusCode()).isEqualTo(200);
      HttpResponse<String> open = gateway.admin("GET", "/status");
      assertThat(open.statusCode()).isEqualTo(200);
      assertThat(header(open, "content-type")).contains("application/json");
      assertThat(header(open, "cache-control")).contains("no-store");
      assertThat(open.body())
          .contains("\"ready\":true", "\"token\":true")
          .contains("\"millrace_slice_lookups_total\":[{\"result\":\"hit\",\"value\":0.0}")
          .contains("\"buckets\":[{\"le\":1.0E-4,\"count\":")
          .doesNotContain("of-whom", "\"top\"", "\"fleet\"");
      HttpResponse<String> full =
          gateway.admin("GET", "/status", "Authorization", "Bearer " + TestGateway.TOKEN);
      assertThat(full.body()).contains("\"top\":[{\"key\":\"of-whom\",\"slice\":0,\"perSecond\":");
    }
  }

  @Test
  void who_sends_another_token_is_told_nothing() throws Exception {
    try (TestGateway gateway = gateway()) {
      HttpResponse<String> refused =
          gateway.admin("GET", "/status", "Authorization", "Bearer another-secret");
      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(refused.body()).doesNotContain("millrace_");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/page.css",
        "/page.js",
        "/figures.js",
        "/drawings.js",
        "/actions.js",
        "/words.js",
        "/icon.svg"
      })
  void files_of_the_page_are_sent_once_and_run_nothing_of_others(String path) throws Exception {
    try (TestGateway gateway = gateway()) {
      HttpResponse<String> file = gateway.admin("GET", path);
      assertThat(file.statusCode()).isEqualTo(200);
      assertThat(header(file, "x-content-type-options")).contains("nosniff");
      assertThat(header(file, "content-security-policy"))
          .contains(
              "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                  + " img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
      assertThat(header(file, "cache-control")).contains("no-cache");
      HttpResponse<String> held =
          gateway.admin("GET", path, "If-None-Match", header(file, "etag").orElseThrow());
      assertThat(held.statusCode()).isEqualTo(304);
      assertThat(held.body()).isEmpty();
      assertThat(gateway.admin("GET", path, "If-None-Match", "\"other\"").body())
          .isEqualTo(file.body());
    }
  }

  @Test
  void all_else_on_the_port_may_run_nothing_at_all() throws Exception {
    try (TestGateway gateway = gateway()) {
      for (String path : new String[] {"/status", "/metrics", "/health/ready", "/none"}) {
        assertThat(header(gateway.admin("GET", path), "content-security-policy"))
            .contains("default-src 'none'; frame-ancestors 'none'; sandbox");
      }
    }
  }
}
