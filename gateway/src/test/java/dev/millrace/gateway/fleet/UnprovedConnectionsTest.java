package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Node;
import dev.millrace.gateway.TestGateway;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Connections to the port for other nodes, from one address.
@Timeout(60)
class UnprovedConnectionsTest {
  private static final int MOST = 256;

  @TempDir private Path folder;
  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Test
  void there_are_so_many_but_for_those_that_were_asked_over() throws Exception {
    try (CountingOrigin origin = new CountingOrigin(1);
        TestFleet fleet = new TestFleet(folder, origin, 1, 0)) {
      TestGateway gateway = fleet.start("gw-1");
      Node node = fleet.members().nodes().getFirst();
      SSLSocketFactory proved = fleet.tls().getSocketFactory();
      for (int i = 0; i < 8; i++) {
        Socket asked = proved.createSocket(node.host(), node.port());
        sockets.add(asked);
        asked
            .getOutputStream()
            .write("GET /fleet HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(asked.getInputStream().read()).isEqualTo('H');
      }
      for (int i = 0; i < MOST; i++) {
        sockets.add(new Socket(node.host(), node.port()));
      }
      for (Socket socket : sockets) {
        assertThat(isOpen(socket)).isTrue();
      }
      Socket last = new Socket(node.host(), node.port());
      sockets.add(last);
      last.setSoTimeout(30_000);
      assertThat(isOpen(last)).isFalse();
      assertThat(gateway.get("/mill/k").statusCode()).isEqualTo(200);
    }
  }

  /// Whether it stays so for as long as its timeout, or a millisecond.
  private static boolean isOpen(Socket socket) throws IOException {
    if (socket.getSoTimeout() == 0) {
      socket.setSoTimeout(1);
    }
    try {
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException _) {
      return true;
    } catch (SocketException _) {
      return false;
    }
  }
}
