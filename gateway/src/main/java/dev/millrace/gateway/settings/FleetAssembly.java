package dev.millrace.gateway.settings;

import static dev.millrace.gateway.settings.FleetTable.FLEET_ADDRESS;
import static dev.millrace.gateway.settings.FleetTable.FLEET_CA;
import static dev.millrace.gateway.settings.FleetTable.FLEET_CERTIFICATE;
import static dev.millrace.gateway.settings.FleetTable.FLEET_KEY;
import static dev.millrace.gateway.settings.FleetTable.FLEET_MEMBERS;
import static dev.millrace.gateway.settings.FleetTable.FLEET_NODE;
import static dev.millrace.gateway.settings.FleetTable.FLEET_TICKET_KEYS;
import static dev.millrace.gateway.settings.FleetTable.FLEET_TICKET_PERIOD;
import static dev.millrace.gateway.settings.FleetTable.FLEET_TIER;
import static dev.millrace.gateway.settings.FleetTable.FLEET_TIMEOUT;
import static dev.millrace.gateway.settings.FleetTable.FLEET_WEIGHT;
import static dev.millrace.gateway.settings.FleetTable.FLEET_ZOOKEEPER;
import static dev.millrace.gateway.settings.FleetTable.FLEET_ZOOKEEPER_DIGEST;
import static dev.millrace.gateway.settings.FleetTable.FLEET_ZOOKEEPER_TIMEOUT;
import static dev.millrace.gateway.settings.FleetTable.FLEET_ZOOKEEPER_TLS;

import dev.millrace.fleet.Node;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes [FleetSettings] of what was chosen, and checks what settings ask of each other.
final class FleetAssembly {
  /// What only makes sense on ZooKeeper.
  private static final List<Setting<?>> ON_ZOOKEEPER =
      List.of(
          FLEET_ADDRESS,
          FLEET_TIER,
          FLEET_WEIGHT,
          FLEET_TICKET_KEYS,
          FLEET_TICKET_PERIOD,
          FLEET_ZOOKEEPER_TIMEOUT,
          FLEET_ZOOKEEPER_TLS,
          FLEET_ZOOKEEPER_DIGEST);

  private static final List<Setting<?>> IN_ANY_FLEET =
      List.of(FLEET_NODE, FLEET_CERTIFICATE, FLEET_KEY, FLEET_CA, FLEET_TIMEOUT);

  private final Choices choices;

  FleetAssembly(Choices choices) {
    this.choices = choices;
  }

  /// Null for a gateway that is alone.
  @Nullable FleetSettings fleet() {
    boolean inFile = choices.chosen(FLEET_MEMBERS).isPresent();
    boolean onZooKeeper = choices.chosen(FLEET_ZOOKEEPER).isPresent();
    if (inFile && onZooKeeper) {
      throw choices.refusal(
          FLEET_MEMBERS, "the list is on ZooKeeper (fleet-zookeeper); give one of the two");
    }
    if (!inFile && !onZooKeeper) {
      String reason = "this gateway is in no fleet; give --fleet-members or --fleet-zookeeper too";
      IN_ANY_FLEET.forEach(setting -> choices.refuse(setting, reason));
      ON_ZOOKEEPER.forEach(setting -> choices.refuse(setting, reason));
      return null;
    }
    Setting<?> origin = inFile ? FLEET_MEMBERS : FLEET_ZOOKEEPER;
    String node = required(FLEET_NODE, origin);
    return new FleetSettings(
        inFile ? inFile() : onZooKeeper(node),
        node,
        new Settings.CertificateFiles(
            required(FLEET_CERTIFICATE, origin), required(FLEET_KEY, origin)),
        required(FLEET_CA, origin),
        choices.value(FLEET_TIMEOUT));
  }

  private FleetSettings.Source inFile() {
    ON_ZOOKEEPER.forEach(setting ->
        choices.refuse(setting, "it is for fleet-zookeeper, and the list is in fleet-members"));
    return new FleetSettings.Source.MembersFile(required(FLEET_MEMBERS, FLEET_MEMBERS));
  }

  private FleetSettings.Source onZooKeeper(String node) {
    HostAndPort address = required(FLEET_ADDRESS, FLEET_ZOOKEEPER);
    return new FleetSettings.Source.ZooKeeper(
        required(FLEET_ZOOKEEPER, FLEET_ZOOKEEPER),
        choices.value(FLEET_ZOOKEEPER_TIMEOUT),
        choices.value(FLEET_ZOOKEEPER_TLS),
        choices.chosen(FLEET_ZOOKEEPER_DIGEST).orElse(null),
        new Node(
            node,
            address.host(),
            address.port(),
            choices.value(FLEET_TIER),
            choices.value(FLEET_WEIGHT)),
        tickets());
  }

  private FleetSettings.@Nullable Tickets tickets() {
    Path keys = choices.chosen(FLEET_TICKET_KEYS).orElse(null);
    if (keys == null) {
      choices.refuse(
          FLEET_TICKET_PERIOD, "no ticket keys are shared; give --fleet-ticket-keys too");
      return null;
    }
    if (choices.value(ServerTable.TLS) == TlsImplementation.JDK) {
      throw choices.refusal(
          FLEET_TICKET_KEYS, "the JDK's TLS (tls: jdk) has no ticket keys that can be shared");
    }
    return new FleetSettings.Tickets(keys, choices.value(FLEET_TICKET_PERIOD));
  }

  private <T> T required(Setting<T> setting, Setting<?> because) {
    return choices
        .chosen(setting)
        .orElseThrow(
            () -> choices.refusal(because, "a node of a fleet needs " + setting.name() + " too"));
  }
}
