package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Configuration that changes while a gateway runs.
@Timeout(120)
class ConfigurationReloadTest {
  @TempDir private Path folder;
  private Path objects;

  private Path config(String text) throws IOException {
    return Files.writeString(folder.resolve("config.yaml"), text);
  }

  private TestGateway gateway(String text, String... more) throws IOException {
    objects = Files.createDirectories(folder.resolve("objects"));
    Files.writeString(objects.resolve("small"), "flour");
    List<String> flags = new ArrayList<>(List.of("admin-port", "0"));
    flags.addAll(List.of("admin-token", TestGateway.token(folder).toString()));
    flags.addAll(List.of(more));
    return TestGateway.following(config(text), objects, flags.toArray(String[]::new));
  }

  private void assertTaken(TestGateway gateway, String text, String told) throws Exception {
    config(text);
    HttpResponse<String> answer = gateway.operate("/reload");
    assertThat(answer.body()).contains("configuration: " + told + "\n");
    assertThat(answer.statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void connections_go_on_and_no_request_fails(Version version) throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    try (TestGateway gateway = gateway("attempts: 1");
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        HttpClient client =
            HttpClient.newBuilder().sslContext(TestGateway.trust()).version(version).build()) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.url("/mill/small"))).build();
      Future<List<HttpResponse<String>>> kept =
          threads.submit(() -> {
            List<HttpResponse<String>> answers = new ArrayList<>();
            while (!isOver.get() || answers.size() < 300) {
              answers.add(client.send(request, BodyHandlers.ofString()));
            }
            return answers;
          });
      for (int i = 0; i < 20; i++) {
        assertTaken(
            gateway,
            """
            attempts: 2
            client-timeout: 50s
            facts-time-to-live: 1s
            access-log: off
            connections: 100
            connections-per-address: 90
            log-format: json
            """,
            "taken: attempts, facts-time-to-live, client-timeout, connections,"
                + " connections-per-address, access-log, log-format");
        assertTaken(
            gateway,
            "attempts: 1",
            "taken: attempts, facts-time-to-live, client-timeout, connections,"
                + " connections-per-address, access-log, log-format");
      }
      isOver.set(true);
      assertThat(kept.get()).allMatch(answer -> answer.statusCode() == 200);
      assertThat(kept.get().stream().map(answer -> answer.connectionLabel().orElseThrow()))
          .as("one connection, from the first to the last")
          .containsOnly(kept.get().getFirst().connectionLabel().orElseThrow());
    }
  }

  @Test
  void what_changes_holds_for_the_next_request() throws Exception {
    try (TestGateway gateway = gateway("facts-time-to-live: 1h")) {
      assertThat(gateway.get("/mill/small").body()).asString(UTF_8).isEqualTo("flour");
      Files.writeString(objects.resolve("small"), "other flour");
      assertThat(gateway.get("/mill/small").body()).asString(UTF_8).isEqualTo("flour");
      assertTaken(gateway, "facts-time-to-live: 0s", "taken: facts-time-to-live");
      assertThat(gateway.get("/mill/small").body()).asString(UTF_8).isEqualTo("other flour");

      assertTaken(
          gateway, "requests-per-second: 1", "taken: facts-time-to-live, requests-per-second");
      gateway.get("/mill/small");
      assertThat(gateway.get("/mill/small").statusCode()).isEqualTo(503);
      assertTaken(gateway, "", "taken: requests-per-second");
      assertThat(gateway.get("/mill/small").statusCode()).isEqualTo(200);

      assertTaken(gateway, "connections: 1", "taken: connections");
      // The one is that of the gateway's client.
      try (Socket refused = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
        assertThat(refused.getInputStream().read()).isNegative();
      }
    }
  }

  @Test
  void who_has_asked_as_often_as_they_may_has_done_so_after_a_change_too() throws Exception {
    try (TestGateway gateway = gateway("requests-per-second: 1")) {
      int seconds = 61;
      do { // until that takes less than a second
        while (gateway.get("/mill/small").statusCode() == 200) {
          // There was a token.
        }
        assertTaken(
            gateway,
            "requests-per-second: 1\nclient-timeout: " + seconds++ + "s",
            "taken: client-timeout");
      } while (gateway.get("/mill/small").statusCode() == 200);
    }
  }

  @Test
  void lines_are_written_as_is_wanted_now() throws Exception {
    try (TestGateway gateway = gateway("access-log: off")) {
      gateway.get("/mill/first");
      assertTaken(gateway, "log-format: json", "taken: access-log, log-format");
      gateway.get("/mill/second");
      assertThat(gateway.logged(line -> line.contains("/mill/second"))).startsWith("{\"time\":");
      assertTaken(gateway, "access-log: on", "taken: log-format");
      gateway.get("/mill/third");
      assertThat(gateway.logged(line -> line.contains("/mill/third"))).contains("\"GET /mill/t");
      assertThat(gateway.log()).doesNotContain("/mill/first");
    }
  }

  @Test
  void flags_go_before_the_file_and_what_needs_a_restart_is_named() throws Exception {
    try (TestGateway gateway = gateway("", "attempts", "2")) {
      assertTaken(gateway, "attempts: 5", "taken");
      assertTaken(
          gateway,
          "slice-size: 64KiB\ntls: jdk\nconnections: 7",
          "taken: connections; with the next start: tls, slice-size");
      assertTaken(
          gateway, "slice-size: 64KiB", "taken: connections; with the next start: slice-size");
      assertTaken(gateway, "", "taken");
      assertTaken(gateway, "", "unchanged");
    }
  }

  @Test
  void a_file_that_is_wrong_changes_nothing() throws Exception {
    try (TestGateway gateway = gateway("access-log: off")) {
      for (String wrong :
          List.of("access-log: maybe", "access-lag: on", "[", "access-log: on\nattempts: 70000")) {
        config(wrong);
        HttpResponse<String> answer = gateway.operate("/reload");
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("configuration: as it was: ").contains("config.yaml");
      }
      Files.delete(folder.resolve("config.yaml"));
      assertThat(gateway.operate("/reload").body()).contains("there is no such file");
      gateway.get("/mill/small");
      assertThat(gateway.log()).isEmpty();
      assertTaken(gateway, "access-log: on", "taken: access-log");
      gateway.get("/mill/small");
      assertThat(gateway.logged(line -> line.contains("/mill/small"))).isNotEmpty();
    }
  }

  @Test
  void changes_are_found_without_a_word() throws Exception {
    try (TestGateway gateway = gateway("requests-per-second: 1")) {
      config("requests-per-second: 1000000");
      int successes = 0;
      while (successes < 3) {
        successes = gateway.get("/mill/small").statusCode() == 200 ? successes + 1 : 0;
      }
      assertThat(gateway.admin("GET", "/metrics").body())
          .contains("millrace_reloads_total{result=\"taken\",what=\"configuration\"} 1.0");
    }
  }
}
