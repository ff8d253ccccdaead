package dev.millrace.gateway.settings;

import dev.millrace.fleet.Tier;
import dev.millrace.gateway.settings.Setting.Change;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// What is set of the fleet that the gateway is a node of.
final class FleetTable {
  static final Setting<Path> FLEET_MEMBERS =
      Setting.derived(
              "fleet-members",
              Kind.membersFile(),
              "The list of the fleet that this gateway is a node of; it is read again every second",
              "none")
          .changing(Change.CONTENT);

  static final Setting<String> FLEET_ZOOKEEPER =
      Setting.derived(
          "fleet-zookeeper",
          Kind.ensemble(),
          "The ZooKeeper servers, and the path there, that the list of the fleet is on instead",
          "none: without either, this gateway is alone");

  static final Setting<String> FLEET_NODE =
      Setting.derived(
          "fleet-node",
          Kind.node(),
          "The name of this node, which its keys go by",
          "none; a node of a fleet needs one");

  static final Setting<HostAndPort> FLEET_ADDRESS =
      Setting.derived(
          "fleet-address",
          Kind.address(),
          "Where the other nodes reach this one; it listens there, for them alone",
          "the one in fleet-members; with fleet-zookeeper there must be one");

  static final Setting<Tier> FLEET_TIER =
      Setting.of(
          "fleet-tier",
          Kind.tier(),
          "The tier of this node on fleet-zookeeper: where keys live, or what takes those of nodes"
              + " that are not available",
          "main");

  static final Setting<Double> FLEET_WEIGHT =
      Setting.of(
          "fleet-weight",
          Kind.weight(),
          "The share of its tier's keys that this node takes, beside the weights of the others",
          "1");

  static final Setting<Path> FLEET_CERTIFICATE =
      Setting.derived(
              "fleet-certificate",
              Kind.pemFile(),
              "The certificate chain that this node shows to the others, for the host of its address",
              "none; a node of a fleet needs one")
          .changing(Change.CONTENT);

  static final Setting<Path> FLEET_KEY =
      Setting.derived(
              "fleet-key", Kind.pemFile(), "The private key of fleet-certificate", "none; likewise")
          .changing(Change.CONTENT);

  static final Setting<Path> FLEET_CA =
      Setting.derived(
              "fleet-ca",
              Kind.pemFile(),
              "The authority of the fleet: whoever has a certificate of it is taken for a node",
              "none; likewise")
          .changing(Change.CONTENT);

  static final Setting<Duration> FLEET_TIMEOUT =
      Setting.of(
          "fleet-timeout",
          Kind.duration(Duration.ofMillis(100), Duration.ofMinutes(1)),
          "How long another node may be silent before it is asked whether it is there, and then how"
              + " long its answer may take",
          "500ms");

  static final Setting<Path> FLEET_TICKET_KEYS =
      Setting.derived(
          "fleet-ticket-keys",
          Kind.keyring(),
          "The keyring that protects, on fleet-zookeeper, the keys of session tickets, by which"
              + " clients resume on all nodes that show the same certificate; all nodes have a copy",
          "none: clients resume on the node that they were on");

  static final Setting<Duration> FLEET_TICKET_PERIOD =
      Setting.of(
          "fleet-ticket-period",
          Kind.duration(Duration.ofSeconds(10), Duration.ofDays(3)),
          "For how long a key of tickets is used, and then accepted for as long again",
          "12h");

  static final Setting<Duration> FLEET_ZOOKEEPER_TIMEOUT =
      Setting.of(
          "fleet-zookeeper-timeout",
          Kind.duration(Duration.ofSeconds(1), Duration.ofMinutes(5)),
          "How long the ZooKeeper servers wait for a sign of life of this node",
          "6s");

  static final Setting<Boolean> FLEET_ZOOKEEPER_TLS =
      Setting.of(
          "fleet-zookeeper-tls",
          Kind.onOff(),
          "Whether to talk to ZooKeeper by TLS, with the certificate and the authority of the fleet",
          "off");

  static final Setting<Path> FLEET_ZOOKEEPER_DIGEST =
      Setting.derived(
          "fleet-zookeeper-digest",
          Kind.secretFile(),
          "A file with USER:PASSWORD: who has not got it can neither read nor change what the fleet"
              + " keeps on ZooKeeper",
          "none: everybody may who reaches the servers");

  static final SettingGroup GROUP =
      new SettingGroup(
          "A fleet",
          List.of(
              FLEET_MEMBERS,
              FLEET_ZOOKEEPER,
              FLEET_NODE,
              FLEET_ADDRESS,
              FLEET_TIER,
              FLEET_WEIGHT,
              FLEET_CERTIFICATE,
              FLEET_KEY,
              FLEET_CA,
              FLEET_TIMEOUT,
              FLEET_TICKET_KEYS,
              FLEET_TICKET_PERIOD,
              FLEET_ZOOKEEPER_TIMEOUT,
              FLEET_ZOOKEEPER_TLS,
              FLEET_ZOOKEEPER_DIGEST));

  private FleetTable() {}
}
