package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.TestGateway;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.testing.TestCertificate;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
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
  private static final int CONNECTIONS = 50;

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
    flags.addAll(List.of("fleet-ticket-keys", keys.toString(), "fleet-ticket-period", "10s"));
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
    awaitReports(report -> report.startsWith("3 nodes") && report.contains("version 1"));
    // A session lives as long as a period, so it is to begin late in one.
    await(addresses.getFirst(), report -> report.matches("(?s).*the next in [1-3]s.*"));
    int version = version();
    SSLContext client = client();
    connect(client, nodes.getFirst());
    for (int i = 0; i < CONNECTIONS; i++) {
      assertThat(connect(client, anyNode())).as("before").isTrue();
    }
    awaitReports(report -> report.contains("version " + (version + 1)));
    for (int i = 0; i < CONNECTIONS; i++) {
      assertThat(connect(client, anyNode())).as("after").isTrue();
    }
  }

  @Test
  void a_node_that_cannot_read_the_keys_makes_full_handshakes_and_says_so() throws Exception {
    start(TestGateway.keyring(folder));
    awaitReports(report -> report.contains("ticket keys: version 1"));
    start(TestGateway.keyring(Files.createDirectory(folder.resolve("others"))));
    String second = addresses.getLast();
    await(
        second,
        report ->
            report.contains("none could be had; handshakes are full")
                && report.contains("trouble: the ticket keys cannot be unwrapped"));
    SSLContext client = client();
    connect(client, nodes.getFirst());
    assertThat(connect(client, nodes.getFirst())).isTrue();
    for (int i = 0; i < 3; i++) {
      assertThat(connect(client, nodes.getLast())).isFalse();
    }
  }

  private int version() throws IOException {
    Matcher version =
        Pattern.compile("ticket keys: version (\\d+)")
            .matcher(new NodeReport(certificate).of(addresses.getFirst()));
    assertThat(version.find()).isTrue();
    return Integer.parseInt(version.group(1));
  }

  private TestGateway anyNode() {
    return nodes.get(ThreadLocalRandom.current().nextInt(nodes.size()));
  }

  private void awaitReports(Predicate<String> wanted) throws IOException {
    for (String address : addresses) {
      await(address, wanted);
    }
  }

  private void await(String address, Predicate<String> wanted) throws IOException {
    NodeReport reports = new NodeReport(certificate);
    while (!wanted.test(reports.of(address))) {
      LockSupport.parkNanos(50_000_000);
    }
  }

  private SSLContext client() throws Exception {
    return TlsConfig.defaults()
        .newContext(null, TrustAnchors.trustManagers(TestGateway.authority()), null);
  }

  /// Whether a connection to a node, which the client takes for one server whichever it is, resumes
  /// a session.
  private static boolean connect(SSLContext client, TestGateway node) throws IOException {
    Socket tcp = new Socket(InetAddress.getLoopbackAddress(), node.port());
    try (SSLSocket socket =
        (SSLSocket) client.getSocketFactory().createSocket(tcp, "localhost", 443, true)) {
      socket
          .getOutputStream()
          .write(
              "GET /mill/k HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII))
          .startsWith("HTTP/1.1 200");
      return TlsConnection.of(socket).isResumed();
    }
  }
}
