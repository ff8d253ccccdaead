package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.TestGateway;
import dev.millrace.gateway.fleet.lab.Resumption;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Clients that resume their sessions on nodes which they have never met. In tests, all gateways
/// show clients the same certificate.
@Timeout(120)
class SharedSessionsTest {
  private static final Duration PERIOD = Duration.ofSeconds(10);
  private static final Pattern KEYS = Pattern.compile("ticket keys: version \\d+,");

  @TempDir private Path folder;
  private TestCertificate certificate;
  private TestingServer zooKeeper;
  private CountingOrigin origin;
  private final List<TestGateway> nodes = new ArrayList<>();
  private final List<String> addresses = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    certificate =
        TestCertificate.create(
            folder, "ip:127.0.0.1,ip:127.0.0.2,ip:127.0.0.3,ip:127.0.0.4,dns:localhost");
    zooKeeper = new TestingServer(true);
    origin = new CountingOrigin(10);
  }

  @AfterEach
  void stop() throws Exception {
    nodes.forEach(TestGateway::close);
    origin.close();
    zooKeeper.close();
  }

  /// Starts a node at an address of its own.
  private void start(Path keys) throws IOException {
    String host = "127.0.0." + (addresses.size() + 2);
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.ofLiteral(host))) {
      addresses.add(host + ":" + free.getLocalPort());
    }
    List<String> flags = new ArrayList<>(List.of("memory-size", "32MiB"));
    flags.addAll(List.of("fleet-certificate", certificate.pem().toString()));
    flags.addAll(List.of("fleet-key", certificate.key().toString()));
    flags.addAll(List.of("fleet-ca", certificate.pem().toString()));
    flags.addAll(List.of("fleet-zookeeper", zooKeeper.getConnectString() + "/fleet"));
    flags.addAll(List.of("fleet-node", "gw-" + addresses.size()));
    flags.addAll(List.of("fleet-address", addresses.getLast()));
    flags.addAll(
        List.of(
            "fleet-ticket-keys", keys.toString(), "fleet-ticket-period", PERIOD.toSeconds() + "s"));
    nodes.add(
        TestGateway.inFrontOf(
            origin.endpoint(), CountingOrigin.KEYS, flags.toArray(String[]::new)));
  }

  @Test
  void sessions_resume_on_any_node_before_and_after_a_rotation() throws Exception {
    Path keys = TestGateway.keyring(folder);
    start(keys);
    start(keys);
    start(keys);
    await(addresses, report -> report.startsWith("3 nodes") && KEYS.matcher(report).find());
    resumption().assertOutlivesRotation(PERIOD);
  }

  @Test
  void a_node_that_cannot_read_the_keys_makes_full_handshakes_and_says_so() throws Exception {
    start(TestGateway.keyring(folder));
    await(addresses, report -> KEYS.matcher(report).find());
    start(TestGateway.keyring(Files.createDirectory(folder.resolve("others"))));
    String second = addresses.getLast();
    await(
        List.of(second),
        report ->
            report.contains("none could be had; handshakes are full")
                && report.contains("trouble: the ticket keys cannot be unwrapped"));
    Resumption resumption = resumption();
    List<Resumption.Node> nodes = resumption.nodes();
    SSLContext client = resumption.client();
    resumption.connect(client, nodes.getFirst());
    assertThat(resumption.connect(client, nodes.getFirst())).isTrue();
    for (int i = 0; i < 3; i++) {
      assertThat(resumption.connect(client, nodes.getLast())).isFalse();
    }
  }

  private Resumption resumption() {
    List<Resumption.Node> all = new ArrayList<>();
    for (TestGateway node : nodes) {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port());
      all.add(new Resumption.Node(addresses.get(all.size()), address));
    }
    return new Resumption(new NodeReport(certificate), all, TestGateway.authority(), "GET /mill/k");
  }

  private void await(List<String> addresses, Predicate<String> wanted) throws IOException {
    NodeReport reports = new NodeReport(certificate);
    for (String address : addresses) {
      while (!wanted.test(reports.of(address))) {
        LockSupport.parkNanos(50_000_000);
      }
    }
  }
}
