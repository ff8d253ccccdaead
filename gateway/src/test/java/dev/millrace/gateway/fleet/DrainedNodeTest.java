package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Node;
import dev.millrace.gateway.TestGateway;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A node that drains, and that others ask all the same, since the list is in a file.
@Timeout(60)
class DrainedNodeTest {
  @TempDir private Path folder;

  @Test
  void other_nodes_keep_their_connections_to_it() throws Exception {
    try (CountingOrigin origin = new CountingOrigin(1);
        TestFleet fleet = new TestFleet(folder, origin, 1, 0);
        HttpClient other = HttpClient.newBuilder().sslContext(fleet.tls()).build()) {
      String token = TestGateway.token(folder).toString();
      TestGateway gateway = fleet.start("gw-1", "admin-port", "0", "admin-token", token);
      assertThat(gateway.operate("/drain").statusCode()).isEqualTo(200);
      Node node = fleet.members().nodes().getFirst();
      HttpRequest question =
          HttpRequest.newBuilder(URI.create("https://" + node.address() + "/")).build();
      Set<String> connections = new HashSet<>();
      for (int i = 0; i < 3; i++) {
        HttpResponse<String> answer = other.send(question, BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        connections.add(answer.connectionLabel().orElseThrow());
      }
      assertThat(connections).hasSize(1);
    }
  }
}
