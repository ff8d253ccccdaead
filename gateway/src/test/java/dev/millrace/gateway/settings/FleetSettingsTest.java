package dev.millrace.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Node;
import dev.millrace.fleet.Tier;
import dev.millrace.gateway.settings.FleetSettings.Source;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The settings that make a gateway a node of a fleet.
class FleetSettingsTest extends ReadSettings {
  private void give(String... namesAndValues) {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      flags.put(namesAndValues[i], namesAndValues[i + 1]);
    }
  }

  private void giveNode() {
    give("fleet-node", "gw-1", "fleet-certificate", "some.pem");
    give("fleet-key", "some.pem", "fleet-ca", "some.pem");
  }

  @Test
  void without_any_a_gateway_is_alone() {
    assertThat(read().fleet()).isNull();
  }

  @Test
  void a_fleet_may_be_listed_in_a_file() {
    giveNode();
    give("fleet-members", "some.pem", "fleet-timeout", "1s");
    Path file = folder.resolve("some.pem");
    assertThat(read().fleet())
        .isEqualTo(
            new FleetSettings(
                new Source.MembersFile(file),
                "gw-1",
                new Settings.CertificateFiles(file, file),
                file,
                Duration.ofSeconds(1)));
  }

  @Test
  void a_fleet_may_be_on_zookeeper() {
    giveNode();
    give("fleet-zookeeper", "zk-1:2181,[::1]:2181/millrace/a", "fleet-address", "[::1]:8444");
    assertThat(read().fleet().source())
        .isEqualTo(
            new Source.ZooKeeper(
                "zk-1:2181,[::1]:2181/millrace/a",
                Duration.ofSeconds(6),
                false,
                null,
                Node.of("gw-1", "::1", 8444),
                null));
    give("fleet-tier", "auxiliary", "fleet-weight", "0.5", "fleet-zookeeper-timeout", "9s");
    give("fleet-zookeeper-tls", "on", "fleet-zookeeper-digest", "some.pem");
    give("fleet-ticket-keys", "some.pem", "fleet-ticket-period", "1h");
    Path file = folder.resolve("some.pem");
    assertThat(read().fleet().source())
        .isEqualTo(
            new Source.ZooKeeper(
                "zk-1:2181,[::1]:2181/millrace/a",
                Duration.ofSeconds(9),
                true,
                file,
                new Node("gw-1", "::1", 8444, Tier.AUXILIARY, 0.5),
                new FleetSettings.Tickets(file, Duration.ofHours(1))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fleet-zookeeper | zk-1:2181          | allowed is HOST:PORT of each server, with commas between, and a path
          fleet-zookeeper | zk-1/a             | allowed is HOST:PORT of each server
          fleet-zookeeper | zk-1:2181/         | allowed is HOST:PORT of each server
          fleet-node      | a b                | allowed is 1 to 63 letters, digits
          fleet-node      | -a                 | allowed is 1 to 63 letters, digits
          fleet-address   | 10.0.0.1           | allowed is a host name or an IP address of this machine and a port
          fleet-address   | 10.0.0.1:0         | allowed is a host name or an IP address of this machine and a port
          fleet-address   | ::1:1              | allowed is a host name or an IP address of this machine and a port
          fleet-address   | a:1 auxiliary      | allowed is a host name or an IP address of this machine and a port
          fleet-tier      | middle             | allowed is main or auxiliary
          fleet-weight    | 0                  | allowed is a number from 0.01 to 100
          fleet-weight    | much               | allowed is a number from 0.01 to 100
          fleet-members   | some.pem           | the list is on ZooKeeper (fleet-zookeeper); give one of the two
          fleet-members   | missing            | there is no such file
          fleet-ticket-period | 1h             | no ticket keys are shared; give --fleet-ticket-keys too
          fleet-ticket-keys | missing          | there is no such file; allowed is a readable keyring file
          fleet-timeout   | 99ms               | allowed is a duration from 100ms to 1m
          """)
  void an_impossible_value_is_refused(String name, String value, String reason) {
    giveNode();
    give("fleet-zookeeper", "zk-1:2181/millrace", "fleet-address", "10.0.0.1:8444");
    give(name, value);
    assertRefused(name + " cannot be \"" + value + "\" (flag --" + name + ")", reason);
  }

  @ParameterizedTest
  @CsvSource({
    "fleet-node, gw-1",
    "fleet-address, a:1",
    "fleet-certificate, some.pem",
    "fleet-key, some.pem",
    "fleet-ca, some.pem",
    "fleet-timeout, 1s",
    "fleet-tier, main",
    "fleet-weight, 1",
    "fleet-ticket-keys, some.pem",
    "fleet-zookeeper-tls, on"
  })
  void what_is_of_a_fleet_needs_one(String name, String value) {
    give(name, value);
    assertRefused(
        name + " cannot be", "in no fleet; give --fleet-members or --fleet-zookeeper too");
  }

  @ParameterizedTest
  @CsvSource({"fleet-node", "fleet-certificate", "fleet-key", "fleet-ca", "fleet-address"})
  void a_node_needs(String name) {
    giveNode();
    give("fleet-zookeeper", "zk-1:2181/millrace", "fleet-address", "10.0.0.1:8444");
    flags.remove(name);
    assertRefused("fleet-zookeeper cannot be", "a node of a fleet needs " + name + " too");
  }

  @ParameterizedTest
  @CsvSource({
    "fleet-address, a:1",
    "fleet-tier, main",
    "fleet-weight, 1",
    "fleet-ticket-keys, some.pem",
    "fleet-ticket-period, 1h",
    "fleet-zookeeper-timeout, 9s",
    "fleet-zookeeper-tls, on",
    "fleet-zookeeper-digest, some.pem"
  })
  void a_list_in_a_file_has_nothing_to_do_with_what_is_of_zookeeper(String name, String value) {
    giveNode();
    give("fleet-members", "some.pem", name, value);
    assertRefused(name + " cannot be", "it is for fleet-zookeeper");
  }

  @Test
  void the_jdks_tls_shares_no_ticket_keys() {
    giveNode();
    give("fleet-zookeeper", "zk-1:2181/millrace", "fleet-address", "10.0.0.1:8444");
    give("fleet-ticket-keys", "some.pem", "tls", "jdk");
    assertRefused("fleet-ticket-keys cannot be", "the JDK's TLS (tls: jdk) has no ticket keys");
  }

  @Test
  void what_comes_from_other_nodes_needs_room_in_the_heap_too() {
    give("origin-fetches", "200");
    assertThat(read().originFetches()).isEqualTo(200);
    giveNode();
    give("fleet-members", "some.pem");
    assertRefused("origin-fetches cannot be", "leaves room for");
  }
}
