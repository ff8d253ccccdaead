package dev.millrace.gateway.fleet;

import dev.millrace.fleet.Members;
import dev.millrace.fleet.Node;
import dev.millrace.fleet.Routes;
import dev.millrace.fleet.Tier;
import dev.millrace.gateway.TestGateway;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/// Gateways in this process that are a fleet by a list in a file, each at an address of its own.
public final class TestFleet implements AutoCloseable {
  private static final String NAMES =
      String.join(",", IntStream.range(1, 10).mapToObj(i -> "ip:127.0.0." + i).toList());

  /// One for all nodes of all fleets, so that it is made once.
  private static final TestCertificate CERTIFICATE = certificate();

  private final Path folder;
  private final URI origin;
  private final Map<String, String> keys;
  private final Members members;
  private final Map<String, TestGateway> gateways = new HashMap<>();

  /// Lists a fleet, of which no node runs yet.
  ///
  /// @param main how many nodes its main tier has, `gw-1` and so on; `aux-1` and so on are the
  ///   auxiliary ones
  public TestFleet(Path folder, CountingOrigin origin, int main, int auxiliary) throws IOException {
    this(folder, origin.endpoint(), CountingOrigin.KEYS, main, auxiliary);
  }

  /// As the other, in front of any S3 service.
  ///
  /// @param keys the environment variables that hold the credentials
  TestFleet(Path folder, URI origin, Map<String, String> keys, int main, int auxiliary)
      throws IOException {
    this.folder = folder;
    this.origin = origin;
    this.keys = keys;
    List<Node> nodes = new ArrayList<>();
    for (int i = 1; i <= main + auxiliary; i++) {
      String host = "127.0.0." + (i + 1);
      String name = i <= main ? "gw-" + i : "aux-" + (i - main);
      nodes.add(new Node(name, host, freePort(host), i <= main ? Tier.MAIN : Tier.AUXILIARY, 1));
    }
    this.members = new Members(1, nodes);
    Files.writeString(list(), members.toString());
  }

  private static TestCertificate certificate() {
    try {
      return TestCertificate.create(Files.createTempDirectory("millrace-fleet"), NAMES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort(String host) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral(host))) {
      return socket.getLocalPort();
    }
  }

  /// The file with the list.
  public Path list() {
    return folder.resolve("members");
  }

  public Members members() {
    return members;
  }

  /// The settings that make a gateway a node of this fleet, as on the command line, name and value
  /// in turn.
  public List<String> settings(String node) {
    return List.of(
        "fleet-members",
        list().toString(),
        "fleet-node",
        node,
        "fleet-certificate",
        CERTIFICATE.pem().toString(),
        "fleet-key",
        CERTIFICATE.key().toString(),
        "fleet-ca",
        CERTIFICATE.pem().toString());
  }

  /// Starts a node of the list.
  public TestGateway start(String node, String... more) throws IOException {
    String[] flags =
        Stream.of(settings(node), List.of("memory-size", "32MiB"), List.of(more))
            .flatMap(List::stream)
            .toArray(String[]::new);
    TestGateway gateway = TestGateway.inFrontOf(origin, keys, flags);
    gateways.put(node, gateway);
    return gateway;
  }

  /// Starts all nodes of the list.
  public TestFleet startAll(String... more) throws IOException {
    for (Node node : members.nodes()) {
      start(node.name(), more);
    }
    for (Node node : members.nodes()) {
      awaitAnswers(node.name());
    }
    return this;
  }

  /// Waits until all others answer a node.
  public void awaitAnswers(String node) throws IOException {
    while (report(node).contains(" silent")) {
      LockSupport.parkNanos(20_000_000);
    }
  }

  public TestGateway gateway(String node) {
    return gateways.get(node);
  }

  /// All that run.
  public List<TestGateway> gateways() {
    return List.copyOf(gateways.values());
  }

  /// Ends a node.
  public void stop(String node) {
    gateways.remove(node).close();
  }

  /// What a node that runs tells of the fleet.
  String report(String node) throws IOException {
    return new NodeReport(CERTIFICATE).of(members.named(node).orElseThrow().address());
  }

  /// What vouches for the nodes.
  public static Path authority() {
    return CERTIFICATE.pem();
  }

  /// For connections to the nodes, as one of them.
  SSLContext tls() throws IOException {
    return new NodeReport(CERTIFICATE).tls();
  }

  /// Which node owns a slice of `mill/KEY`.
  String owner(String key, int slice) {
    return new Routes(members)
        .route(SliceAddress.placementKey("mill", key, slice), _ -> true)
        .name();
  }

  /// The first of `prefix-0`, `prefix-1`, … of which `node` owns the first slice.
  public String keyOf(String node, String prefix) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> prefix + "-" + i)
        .filter(key -> owner(key, 0).equals(node))
        .findFirst()
        .orElseThrow();
  }

  /// Ends all that run, at the same time: each waits for the others to let go of it.
  @Override
  public void close() {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletableFuture.allOf(
              gateways.values().stream()
                  .map(gateway -> CompletableFuture.runAsync(gateway::close, threads))
                  .toArray(CompletableFuture[]::new))
          .join();
    }
  }
}
