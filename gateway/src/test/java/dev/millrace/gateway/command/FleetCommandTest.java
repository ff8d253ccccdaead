package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Node;
import dev.millrace.gateway.TestGateway;
import dev.millrace.gateway.fleet.CountingOrigin;
import dev.millrace.gateway.fleet.TestFleet;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FleetCommandTest {
  @TempDir private Path folder;
  private CountingOrigin origin;
  private TestFleet fleet;

  @BeforeEach
  void list_a_fleet() throws IOException {
    origin = new CountingOrigin(100);
    fleet = new TestFleet(folder, origin, 1, 1);
  }

  @AfterEach
  void stop() throws IOException {
    fleet.close();
    origin.close();
  }

  @Test
  void a_node_tells_what_it_knows() throws IOException {
    fleet.start("gw-1");
    CommandRun own = ask("gw-1");
    assertThat(own.out().lines().toList())
        .hasSize(5)
        .satisfies(lines -> {
          assertThat(lines.getFirst()).isEqualTo("2 nodes, epoch 1, as gw-1 sees them");
          assertThat(lines.get(2)).startsWith("aux-1  " + address("aux-1") + "  auxiliary  1.0  ");
          assertThat(lines.get(3)).startsWith("gw-1   " + address("gw-1")).endsWith("  this node");
          assertThat(lines.getLast()).isEqualTo("no ticket keys are shared");
        });
    assertThat(ask("aux-1", address("gw-1"))).isEqualTo(own);
  }

  @Test
  void settings_of_no_fleet_are_told_with_the_remedy() {
    assertThat(run(List.of()).failure())
        .isEqualTo(
            "these settings are of no fleet; give those of one of its nodes, perhaps by --config");
  }

  @Test
  void where_nobody_listens_the_remedy_is_told() {
    assertThat(ask("gw-1").failure())
        .startsWith("no node of this fleet answers at " + address("gw-1") + " (")
        .contains("refused")
        .endsWith("); name another, as HOST:PORT");
  }

  @Test
  void a_node_that_is_not_on_the_list_is_told_with_the_file() {
    assertThat(ask("gw-3").failure()).isEqualTo(fleet.list() + " lists no node named gw-3");
  }

  @Test
  void what_is_no_list_is_told_by_its_line() throws IOException {
    Files.writeString(fleet.list(), "gw-1 10.0.0.1:8444\n");
    assertThat(ask("gw-1").failure())
        .startsWith(fleet.list() + ", line 1: ")
        .endsWith("is not of the form epoch NUMBER");
    Files.delete(fleet.list());
    assertThat(ask("gw-1").failure()).contains("fleet-members", "there is no such file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "h:0", "h:65536", "h:", ":1", "a b:1", "https://h:1"})
  void what_is_no_address_is_told(String address) {
    assertThat(ask("gw-1", address).failure())
        .startsWith("\"" + address + "\" is no address of a node: ");
  }

  @Test
  void what_is_wrong_with_ones_own_certificate_is_not_told_of_the_node() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.pem"), "no certificate");
    assertThat(ask("gw-1", "--fleet-certificate", broken.toString()).failure())
        .contains("broken.pem")
        .doesNotContain("answers");
    assertThat(ask("gw-1", "--fleet-ca", broken.toString()).failure())
        .contains("broken.pem")
        .doesNotContain("answers");
  }

  @Test
  void a_node_is_waited_for_that_waits_for_another() throws IOException {
    fleet.start("gw-1", "fleet-timeout", "3s");
    Node other = fleet.members().named("aux-1").orElseThrow();
    try (ServerSocket _ = new ServerSocket(other.port(), 50, InetAddress.ofLiteral(other.host()))) {
      assertThat(ask("gw-1", "--fleet-timeout", "3s").out()).contains(" silent: ");
    }
  }

  @Test
  void who_believes_in_another_authority_is_told_so() throws IOException {
    fleet.start("gw-1");
    TestCertificate other = TestCertificate.create(folder);
    assertThat(ask("gw-1", "--fleet-ca", other.pem().toString()).failure())
        .startsWith("no node of this fleet answers at " + address("gw-1") + " (")
        .contains("PKIX");
  }

  @Test
  void who_is_not_of_the_fleet_is_told_nothing_by_it() throws IOException {
    fleet.start("gw-1");
    TestCertificate other = TestCertificate.create(folder);
    assertThat(
            ask(
                    "gw-1",
                    "--fleet-certificate",
                    other.pem().toString(),
                    "--fleet-key",
                    other.key().toString())
                .failure())
        .startsWith("no node of this fleet answers at " + address("gw-1") + " (");
  }

  @Test
  void the_port_of_clients_is_not_taken_for_a_node() throws IOException {
    TestGateway stranger = fleet.start("gw-1");
    String port = "127.0.0.1:" + stranger.port();
    assertThat(ask("gw-1", port).failure())
        .startsWith("no node of this fleet answers at " + port + " (");
    List<String> settings = fleet.settings("aux-1");
    TestGateway known =
        fleet.start(
            "aux-1",
            "certificate",
            settings.get(settings.indexOf("fleet-certificate") + 1),
            "key",
            settings.get(settings.indexOf("fleet-key") + 1));
    assertThat(ask("gw-1", "127.0.0.1:" + known.port()).failure())
        .contains("(what listens there is no node's port for the others)");
  }

  private String address(String node) {
    return fleet.members().named(node).map(Node::address).orElseThrow();
  }

  /// Runs the command with the settings of a node.
  private CommandRun ask(String node, String... arguments) {
    List<String> line = new ArrayList<>();
    List<String> settings = fleet.settings(node);
    List<String> given = List.of(arguments);
    for (int i = 0; i < settings.size(); i += 2) {
      String flag = "--" + settings.get(i);
      if (!given.contains(flag)) {
        line.addAll(List.of(flag, settings.get(i + 1)));
      }
    }
    line.addAll(given);
    return run(line);
  }

  private CommandRun run(List<String> arguments) {
    List<String> line = new ArrayList<>(List.of("--origin", folder.toString(), "--bucket", "mill"));
    line.addAll(arguments);
    return CommandRun.of(new FleetCommand(), line.toArray(String[]::new));
  }
}
