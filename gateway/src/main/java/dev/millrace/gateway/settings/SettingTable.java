package dev.millrace.gateway.settings;

import dev.millrace.fleet.Tier;
import dev.millrace.seal.Compression;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// All that can be set, in the order that help and documentation show it. Flags, environment
/// variables, the keys of the YAML file and their description all come from here.
public final class SettingTable {
  static final Setting<String> HOST =
      Setting.of("host", Kind.host(), "The address to listen on", "127.0.0.1");

  static final Setting<Integer> PORT =
      Setting.of(
          "port",
          Kind.wholeNumber(0, 65_535),
          "The port to listen on; 0 takes any free one",
          "8443");

  static final Setting<Kind.OriginText> ORIGIN =
      Setting.derived(
          "origin",
          Kind.origin(),
          "Where the objects come from: the files of a folder, or a bucket of an S3 service",
          "the sample objects of the checkout");

  static final Setting<String> BUCKET =
      Setting.derived(
          "bucket",
          Kind.bucket(),
          "The name of the bucket that a folder is served as",
          "the folder's name");

  static final Setting<URI> ENDPOINT =
      Setting.derived(
          "endpoint",
          Kind.endpoint(),
          "The S3 service of an s3:// origin",
          "https://s3.REGION.amazonaws.com");

  static final Setting<String> REGION =
      Setting.derived(
          "region",
          Kind.region(),
          "The region that requests to an s3:// origin are signed for",
          "AWS_REGION, else AWS_DEFAULT_REGION, else the AWS profile's, else, without an endpoint,"
              + " the EC2 instance's, else us-east-1");

  static final Setting<Path> ORIGIN_CA =
      Setting.derived(
          "origin-ca",
          Kind.pemFile(),
          "The certificates that vouch for an https endpoint",
          "those that the JDK trusts");

  static final Setting<TlsImplementation> TLS =
      Setting.of(
          "tls",
          Kind.tls(),
          "Whose TLS protects connections, to clients and to the origin: Millrace's own or the JDK's",
          "millrace");

  static final Setting<Path> CERTIFICATE =
      Setting.derived(
          "certificate",
          Kind.pemFile(),
          "The certificate chain to serve with, the server's own certificate first",
          "one made on first run, for localhost and the host, signed by ca.pem in the state folder");

  static final Setting<Path> KEY =
      Setting.derived(
          "key",
          Kind.pemFile(),
          "The private key of the certificate: PKCS#8, not encrypted; RSA, EC or Ed25519",
          "made with the certificate");

  static final Setting<Path> STATE =
      Setting.derived(
          "state",
          Kind.ownFolder(),
          "The folder for what Millrace itself keeps between runs",
          "millrace in XDG_STATE_HOME, else in ~/.local/state");

  static final Setting<Long> SLICE_SIZE =
      Setting.of(
          "slice-size",
          Kind.size(64 << 10, 64 << 20),
          "The size of the slices that objects are fetched and held in",
          "1MiB");

  static final Setting<Long> MEMORY_SIZE =
      Setting.derived(
          "memory-size",
          Kind.size(
              1, Long.MAX_VALUE, "a size from 8 slices to three quarters of the machine's memory"),
          "The bound of the memory, off the Java heap, that slices are held in",
          "a quarter of the machine's memory, at most 64GiB");

  static final Setting<Path> SSD_FOLDER =
      Setting.derived(
          "ssd-folder",
          Kind.ownFolder(),
          "The folder, best on an SSD of its own, for slices that leave memory; nothing else may be"
              + " in it",
          "none: slices are held in memory alone");

  static final Setting<Long> SSD_SIZE =
      Setting.of(
          "ssd-size",
          Kind.size(64 << 20, 1L << 40),
          "The bound of all files in ssd-folder; changing it empties the folder",
          "10GiB");

  static final Setting<Path> SSD_KEYS =
      Setting.derived(
          "ssd-keys",
          Kind.keyring(),
          "The keys that slices in ssd-folder are encrypted under, the one in use first; giving them,"
              + " or none any more, empties the folder",
          "none: slices lie there as they are");

  static final Setting<Compression> SSD_COMPRESSION =
      Setting.of(
          "ssd-compression",
          Kind.compression(),
          "What slices are compressed with before they are encrypted",
          "zstd:1");

  static final Setting<Path> SEALED_KEYS =
      Setting.derived(
          "sealed-keys",
          Kind.keyring(),
          "The keyring whose first key objects are sealed under for clients that ask for"
              + " millrace-seal",
          "none: objects are not served in their sealed form");

  static final Setting<Compression> SEALED_COMPRESSION =
      Setting.of(
          "sealed-compression",
          Kind.compression(),
          "How objects are compressed before they are sealed; length tells of content",
          "none");

  static final Setting<Integer> SEALED_PORT =
      Setting.derived(
          "sealed-port",
          Kind.wholeNumber(0, 65_535),
          "A port without TLS that serves objects in their sealed form only; 0 takes any free one",
          "none");

  static final Setting<Duration> FACTS_TIME_TO_LIVE =
      Setting.of(
          "facts-time-to-live",
          Kind.duration(Duration.ZERO, Duration.ofHours(24)),
          "For how long an object's size and ETag are believed before the origin is asked again; 0s"
              + " asks for every request",
          "10s");

  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.of(
          "connect-timeout",
          Kind.duration(Duration.ofMillis(10), Duration.ofMinutes(5)),
          "How long a connection to the origin may take to come about",
          "5s");

  static final Setting<Duration> READ_TIMEOUT =
      Setting.of(
          "read-timeout",
          Kind.duration(Duration.ofMillis(10), Duration.ofHours(1)),
          "How long the origin may stay silent in the middle of an answer",
          "30s");

  static final Setting<Integer> ATTEMPTS =
      Setting.of(
          "attempts",
          Kind.wholeNumber(1, 10),
          "How often the origin is asked in all for one thing before the client hears of the"
              + " failure",
          "3");

  static final Setting<Integer> ORIGIN_FETCHES =
      Setting.of(
          "origin-fetches",
          Kind.wholeNumber(1, 4_096),
          "How many slices are fetched from the origin at the same time; and as many are asked of each"
              + " other node of a fleet",
          "64");

  static final Setting<Duration> CLIENT_TIMEOUT =
      Setting.of(
          "client-timeout",
          Kind.duration(Duration.ofMillis(10), Duration.ofHours(1)),
          "How long a client may stay silent, or take nothing of its answer, before it is let go",
          "60s");

  static final Setting<Boolean> ACCESS_LOG =
      Setting.of("access-log", Kind.onOff(), "Whether a line is logged for every request", "on");

  static final Setting<Path> FLEET_MEMBERS =
      Setting.derived(
          "fleet-members",
          Kind.membersFile(),
          "The list of the fleet that this gateway is a node of; it is read again every second",
          "none");

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
          "none; a node of a fleet needs one");

  static final Setting<Path> FLEET_KEY =
      Setting.derived(
          "fleet-key", Kind.pemFile(), "The private key of fleet-certificate", "none; likewise");

  static final Setting<Path> FLEET_CA =
      Setting.derived(
          "fleet-ca",
          Kind.pemFile(),
          "The authority of the fleet: whoever has a certificate of it is taken for a node",
          "none; likewise");

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

  private static final List<Setting<?>> ALL =
      List.of(
          HOST,
          PORT,
          ORIGIN,
          BUCKET,
          ENDPOINT,
          REGION,
          ORIGIN_CA,
          TLS,
          CERTIFICATE,
          KEY,
          STATE,
          SLICE_SIZE,
          MEMORY_SIZE,
          SSD_FOLDER,
          SSD_SIZE,
          SSD_KEYS,
          SSD_COMPRESSION,
          SEALED_KEYS,
          SEALED_COMPRESSION,
          SEALED_PORT,
          FACTS_TIME_TO_LIVE,
          CONNECT_TIMEOUT,
          READ_TIMEOUT,
          ATTEMPTS,
          ORIGIN_FETCHES,
          CLIENT_TIMEOUT,
          ACCESS_LOG,
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
          FLEET_ZOOKEEPER_DIGEST);

  private SettingTable() {}

  /// All settings.
  public static List<Setting<?>> all() {
    return ALL;
  }

  /// Their names.
  static List<String> names() {
    return ALL.stream().<String>map(Setting::name).toList();
  }
}
