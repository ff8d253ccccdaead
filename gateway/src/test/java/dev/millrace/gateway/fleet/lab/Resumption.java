package dev.millrace.gateway.fleet.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.fleet.NodeReport;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// Clients that take all nodes of a fleet for one server, `localhost`, and so offer each of them
/// the session that they have.
///
/// @param authority which vouches for the nodes
/// @param question what clients ask, such as `GET /mill/k`
public record Resumption(NodeReport reports, List<Node> nodes, Path authority, String question) {
  private static final int CONNECTIONS = 50;
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Pattern VERSION = Pattern.compile("ticket keys: version (\\d+),");

  /// A node of the fleet.
  ///
  /// @param fleetAddress as the list has it
  /// @param address for clients
  public record Node(String fleetAddress, InetSocketAddress address) {}

  /// A client without a session.
  public SSLContext client() throws Exception {
    return TlsConfig.defaults().newContext(null, TrustAnchors.trustManagers(authority), null);
  }

  /// Whether a connection to a node resumes the session of the client, who has one then.
  public boolean connect(SSLContext client, Node node) throws IOException {
    Socket tcp = new Socket(node.address.getAddress(), node.address.getPort());
    try (SSLSocket socket =
        (SSLSocket) client.getSocketFactory().createSocket(tcp, "localhost", 443, true)) {
      String request = question + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII))
          .startsWith("HTTP/1.1 200");
      return TlsConnection.of(socket).isResumed();
    }
  }

  /// Fails unless a session resumes on all nodes, and after the next rotation of ticket keys on all
  /// of them again.
  ///
  /// @param period of the ticket keys: a session lives no longer, so one is taken that is young
  ///   when they rotate
  public void assertOutlivesRotation(Duration period) throws Exception {
    SSLContext client = client();
    connect(client, nodes.getFirst());
    assertResumes(client, CONNECTIONS, "before");
    long version;
    do {
      client = client();
      connect(client, nodes.getFirst());
      // Few, so that hardly a rotation falls into this and is waited for in vain.
      assertResumes(client, nodes.size(), "shortly before");
      version = version(nodes.getFirst());
    } while (!isRotatedWithin(period.dividedBy(5), version));
    assertResumes(client, CONNECTIONS, "after");
  }

  private void assertResumes(SSLContext client, int connections, String when) throws IOException {
    for (int i = 0; i < connections; i++) {
      Node node = nodes.get(i % nodes.size());
      assertThat(connect(client, node)).as("%s, on %s, connection %d", when, node, i).isTrue();
    }
  }

  /// Whether all nodes come to have ticket keys of a later version.
  private boolean isRotatedWithin(Duration time, long version) throws IOException {
    long end = System.nanoTime() + time.toNanos();
    for (Node node : nodes) {
      while (version(node) <= version) {
        if (System.nanoTime() > end) {
          return false;
        }
        LockSupport.parkNanos(POLL.toNanos());
      }
    }
    return true;
  }

  /// Which version of the ticket keys a node has, or 0.
  private long version(Node node) throws IOException {
    Matcher version = VERSION.matcher(reports.of(node.fleetAddress));
    return version.find() ? Long.parseLong(version.group(1)) : 0;
  }
}
