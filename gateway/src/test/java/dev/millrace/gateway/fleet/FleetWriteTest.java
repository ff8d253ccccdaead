package dev.millrace.gateway.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.TestGateway;
import dev.millrace.s3.testing.S3ProxyOrigin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a write through one node of a fleet does to what the others believe.
@Timeout(60)
class FleetWriteTest {
  private static final String[] SETTINGS = {
    "write-through",
    "on",
    "fleet-timeout",
    "30s",
    "facts-time-to-live",
    "1h",
    "negative-time-to-live",
    "1h"
  };

  @TempDir private Path folder;
  private S3ProxyOrigin origin;

  @BeforeEach
  void start_the_origin() throws Exception {
    origin = S3ProxyOrigin.inMemory(folder);
    origin.createBucket("mill");
  }

  @AfterEach
  void stop_the_origin() throws Exception {
    origin.close();
  }

  private TestFleet fleet() throws Exception {
    return new TestFleet(folder, origin.http(), origin.environment(), 2, 1);
  }

  private static void send(TestGateway gateway, String method, String path, String body)
      throws Exception {
    try (HttpClient client = HttpClient.newBuilder().sslContext(TestGateway.trust()).build()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(gateway.url(path)))
              .method(method, BodyPublishers.ofString(body))
              .build();
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    }
  }

  private static List<String> read(TestFleet fleet, String path) throws Exception {
    List<String> read = new ArrayList<>();
    for (TestGateway gateway : fleet.gateways()) {
      HttpResponse<byte[]> answer = gateway.get(path);
      read.add(answer.statusCode() == 200 ? new String(answer.body(), UTF_8) : "none");
    }
    return read;
  }

  @Test
  void all_nodes_serve_what_was_written_through_one_as_soon_as_that_has_its_answer()
      throws Exception {
    String path = "/mill/a/%C3%A4%252F%3F&k%0A";
    try (TestFleet fleet = fleet().startAll(SETTINGS)) {
      assertThat(read(fleet, path)).containsOnly("none").hasSize(3);
      for (String text : new String[] {"one", "two"}) {
        send(fleet.gateway("aux-1"), "PUT", path, text);
        assertThat(read(fleet, path)).containsOnly(text);
      }
      send(fleet.gateway("gw-1"), "DELETE", path, "");
      assertThat(read(fleet, path)).containsOnly("none");
    }
  }

  @Test
  void all_nodes_miss_all_that_was_deleted_at_once() throws Exception {
    try (TestFleet fleet = fleet().startAll(SETTINGS)) {
      StringBuilder keys = new StringBuilder();
      for (int i = 0; i < 200; i++) {
        origin.put("mill", "many/" + i, new byte[] {'x'});
        keys.append("<Object><Key>many/").append(i).append("</Key></Object>");
      }
      assertThat(read(fleet, "/mill/many/0")).containsOnly("x");
      assertThat(read(fleet, "/mill/many/199")).containsOnly("x");
      send(fleet.gateway("gw-2"), "POST", "/mill?delete", "<Delete>" + keys + "</Delete>");
      assertThat(read(fleet, "/mill/many/0")).containsOnly("none");
      assertThat(read(fleet, "/mill/many/199")).containsOnly("none");
    }
  }

  @Test
  void a_node_that_is_gone_holds_up_nobody() throws Exception {
    try (TestFleet fleet = fleet().startAll(SETTINGS)) {
      fleet.stop("gw-2");
      for (String text : new String[] {"one", "two"}) {
        send(fleet.gateway("gw-1"), "PUT", "/mill/k", text);
        assertThat(read(fleet, "/mill/k")).containsOnly(text);
      }
    }
  }
}
