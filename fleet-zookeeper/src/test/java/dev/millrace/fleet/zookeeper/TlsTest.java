package dev.millrace.fleet.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.fleet.Ensemble;
import dev.millrace.fleet.zookeeper.testing.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.apache.curator.test.InstanceSpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that talks TLS alone, and with those alone that its authority vouches for.
class TlsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private static Path folder;
  private static int port;
  private static TestAuthority authority;
  private static ServerProcess server;

  @BeforeAll
  static void start() throws Exception {
    port = InstanceSpec.getRandomPort();
    authority = new TestAuthority(folder.resolve("authority"));
    server =
        new ServerProcess(
            Files.createDirectory(folder.resolve("server")),
            System.getProperty("java.class.path"),
            List.of(
                "tickTime=500",
                "secureClientPort=" + port,
                "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                "ssl.clientAuth=need",
                "ssl.keyStore.location=" + authority.server(),
                "ssl.keyStore.type=PEM",
                "ssl.trustStore.location=" + authority.authority(),
                "ssl.trustStore.type=PEM"));
    server.start();
    try (var node = join("localhost", 1, authority.node())) {
      TestFleet.awaitNodes(node, TestFleet.nodes(1, 1));
      node.leave(PATIENCE);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    server.kill();
  }

  private static ZooKeeperMembership join(String host, int number, Ensemble.Tls tls)
      throws IOException {
    Ensemble ensemble = new Ensemble(host + ":" + port + "/fleet", TestFleet.SESSION, tls, null);
    ZooKeeperMembership joined =
        ZooKeeperMembership.join(
            ensemble, TestFleet.node(number), null, TestFleet.LONG_ABSENCE, InstantSource.system());
    joined.enter();
    return joined;
  }

  @Test
  void nodes_that_the_authority_vouches_for_share_a_fleet() throws Exception {
    try (var first = join("localhost", 1, authority.node());
        var second = join("localhost", 2, authority.node())) {
      TestFleet.awaitNodes(first, TestFleet.nodes(1, 2));
      TestFleet.awaitNodes(second, TestFleet.nodes(1, 2));
      TestFleet.awaitNoTrouble(second);
      second.leave(PATIENCE);
      assertThat(second.members().nodes()).isEqualTo(TestFleet.nodes(1, 1));
      first.leave(PATIENCE);
    }
  }

  @Test
  void a_client_without_a_certificate_is_refused() throws Exception {
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(authority.trust());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    try (var socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port)) {
      assertThatThrownBy(
              () -> {
                socket.startHandshake();
                socket.getInputStream().read();
              })
          .isInstanceOf(SSLException.class);
    }
  }

  @Test
  void a_server_of_another_name_is_not_talked_to() throws Exception {
    try (var problems = new Problems();
        var node = join("127.0.0.1", 2, authority.node())) {
      problems.await("No subject alternative names matching IP address 127.0.0.1 found");
      assertThat(node.trouble()).isEqualTo("no ZooKeeper server answers at 127.0.0.1:" + port);
    }
  }

  @Test
  void a_server_that_another_authority_vouches_for_is_not_talked_to() throws Exception {
    TestAuthority other = new TestAuthority(folder.resolve("other"));
    try (var problems = new Problems();
        var node = join("localhost", 2, other.node())) {
      problems.await("unable to find valid certification path|PKIX path validation failed");
      assertThat(node.trouble()).isEqualTo("no ZooKeeper server answers at localhost:" + port);
    }
  }

  /// What ZooKeeper's client logs of failures.
  private static final class Problems extends Handler implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger("org.apache.zookeeper");

    private final List<String> seen = new CopyOnWriteArrayList<>();

    Problems() {
      LOGGER.addHandler(this);
    }

    void await(String pattern) {
      Eventually.until(
          () -> seen,
          all -> all.stream().anyMatch(each -> each.matches("(?s).*(" + pattern + ").*")));
    }

    @Override
    public void publish(LogRecord logged) {
      for (Throwable each = logged.getThrown(); each != null; each = each.getCause()) {
        seen.add(each.toString());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      LOGGER.removeHandler(this);
    }
  }
}
