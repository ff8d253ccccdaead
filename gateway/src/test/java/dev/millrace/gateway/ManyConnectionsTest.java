package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.TestGateway.Port;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Clients that open more connections than they may.
@Timeout(60)
class ManyConnectionsTest {
  private static final int PER_ADDRESS = 4;

  @TempDir private Path folder;
  private final List<Socket> sockets = new ArrayList<>();
  private TestGateway gateway;

  @BeforeEach
  void serve() throws IOException {
    Path objects = Files.createDirectory(folder.resolve("objects"));
    Files.writeString(objects.resolve("k"), "value");
    gateway =
        TestGateway.serving(
            objects,
            "admin-port",
            "0",
            "connections",
            "6",
            "connections-per-address",
            "" + PER_ADDRESS,
            "sealed-keys",
            TestGateway.keyring(folder).toString(),
            "sealed-port",
            "0");
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    gateway.close();
  }

  @Test
  void what_an_address_opens_beyond_its_share_is_closed_at_once_on_any_port() throws IOException {
    awaitAnswer(open("127.0.0.1", Port.SEALED));
    for (int i = 1; i < PER_ADDRESS; i++) {
      open("127.0.0.1", Port.TLS);
    }
    for (Port port : Port.values()) {
      assertThat(isClosedAtOnce(open("127.0.0.1", port))).isTrue();
      assertThat(isServed("127.0.0.2")).isTrue();
    }
  }

  @Test
  void the_port_for_operators_has_bounds_of_its_own() throws IOException {
    InetAddress host = InetAddress.getLoopbackAddress();
    for (int i = 0; i < 128; i++) {
      sockets.add(new Socket(host, gateway.adminPort()));
    }
    Socket last = new Socket(host, gateway.adminPort());
    sockets.add(last);
    assertThat(isClosedAtOnce(last)).isTrue();
    assertThat(isServed("127.0.0.1")).isTrue();
  }

  @Test
  void what_all_open_beyond_the_limit_is_closed_at_once() throws IOException {
    for (int i = 0; i < 6; i++) {
      open("127.0.0." + (i / 2 + 1), Port.TLS);
    }
    assertThat(isClosedAtOnce(open("127.0.0.4", Port.TLS))).isTrue();
  }

  @Test
  void connections_count_no_longer_once_they_have_ended_in_whatever_way() throws IOException {
    List<Ending> endings =
        List.of(
            // Before a word, in the middle of a handshake, and by force.
            Socket::close,
            socket -> {
              socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1});
              socket.close();
            },
            socket -> {
              socket.setSoLinger(true, 0);
              socket.close();
            },
            // By the server.
            socket ->
                socket
                    .getOutputStream()
                    .write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
    for (Ending ending : endings) {
      for (int i = 0; i < 3 * PER_ADDRESS; i++) {
        ending.end(open("127.0.0.1", Port.TLS));
      }
      // The server need not have heard of the end of the last ones.
      while (!isServed("127.0.0.1")) {
        Thread.onSpinWait();
      }
    }
  }

  private Socket open(String from, Port port) throws IOException {
    int number = port == Port.TLS ? gateway.port() : gateway.sealedPort();
    Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), number, InetAddress.getByName(from), 0);
    sockets.add(socket);
    return socket;
  }

  /// Returns once the gateway has taken the connection in: each port has a thread of its own that
  /// does, so of two ports either may be first.
  private static void awaitAnswer(Socket plain) throws IOException {
    plain
        .getOutputStream()
        .write("GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    assertThat(plain.getInputStream().read()).isEqualTo('H');
  }

  private boolean isServed(String from) throws IOException {
    try (Socket plain = open(from, Port.TLS);
        Socket socket =
            TestGateway.trust()
                .getSocketFactory()
                .createSocket(plain, "127.0.0.1", gateway.port(), true)) {
      socket
          .getOutputStream()
          .write(
              "GET /mill/k HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
          .startsWith("HTTP/1.1 200");
    } catch (SocketException | SSLException _) {
      return false;
    }
  }

  /// Whether the server hangs up without a word, and not for want of one: for that it would wait
  /// longer than this test may take.
  private static boolean isClosedAtOnce(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException _) {
      return true;
    }
  }

  private interface Ending {
    void end(Socket socket) throws IOException;
  }
}
