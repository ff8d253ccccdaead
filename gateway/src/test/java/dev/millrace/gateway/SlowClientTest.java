package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.TestGateway.Port;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Clients that take longer than one may stay silent, but are never silent for so long.
@Timeout(60)
class SlowClientTest {
  private static final String HEADERS = "Host: h\r\nAccept-Encoding: millrace-seal\r\n";

  @TempDir private static Path folder;
  private static TestGateway gateway;

  @BeforeAll
  static void serveAFolder() throws IOException {
    Path objects = Files.createDirectory(folder.resolve("objects"));
    try (RandomAccessFile large = new RandomAccessFile(objects.resolve("large").toFile(), "rw")) {
      large.setLength(32 << 20);
    }
    Files.createFile(objects.resolve("empty"));
    Path keyring = TestGateway.keyring(folder);
    gateway =
        TestGateway.serving(
            objects,
            "sealed-keys",
            keyring.toString(),
            "sealed-port",
            "0",
            "client-timeout",
            "3s",
            "attempts",
            "1",
            "connect-timeout",
            "10ms",
            "read-timeout",
            "10ms");
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @Test
  void a_request_may_take_longer_than_silence_may_last() throws IOException {
    var slow = connected("GET /mill/empty HTTP/1.1\r\n" + HEADERS + "X: ");
    whileAnotherIsSilent(() -> {
      for (Socket socket : slow.values()) {
        send(socket, "x");
      }
    });
    for (Socket socket : slow.values()) {
      send(socket, "\r\n\r\n");
      assertThat(socket.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 200");
      socket.close();
    }
  }

  @Test
  void an_answer_may_take_longer_than_silence_may_last_and_the_next_request_is_answered()
      throws Exception {
    var slow =
        connected(
            "GET /mill/large HTTP/1.1\r\n"
                + HEADERS
                + "\r\nGET /mill/after-%s HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    for (int i = 0; i < 2; i++) {
      whileAnotherIsSilent(() -> {
        for (Socket socket : slow.values()) {
          assertThat(socket.getInputStream().readNBytes(128 << 10)).hasSize(128 << 10);
        }
      });
    }
    assertThat(gateway.log()).doesNotContain("/mill/large");
    for (Port port : Port.values()) {
      try (Socket socket = slow.get(port)) {
        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        assertThat(gateway.logged(line -> line.contains("/mill/after-" + port))).contains(" 40");
      }
    }
    assertThat(gateway.log()).contains("/mill/large").doesNotContain("cut short");
  }

  /// A connection to each port, with this much of a request sent.
  ///
  /// @param start the name of the port comes in the place of `%s`
  private static Map<Port, Socket> connected(String start) throws IOException {
    Map<Port, Socket> sockets = new EnumMap<>(Port.class);
    for (Port port : Port.values()) {
      Socket socket = gateway.connected(port);
      socket.setSoTimeout(30_000);
      send(socket, start.formatted(port));
      sockets.put(port, socket);
    }
    return sockets;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /// Does `step` again and again, until a client that does nothing has been let go.
  private static void whileAnotherIsSilent(Step step) throws IOException {
    try (Socket silent = gateway.connected(Port.SEALED)) {
      silent.setSoTimeout(50);
      while (true) {
        try {
          assertThat(silent.getInputStream().read()).isEqualTo(-1);
          return;
        } catch (SocketTimeoutException _) {
          step.take();
        }
      }
    }
  }

  private interface Step {
    void take() throws IOException;
  }
}
