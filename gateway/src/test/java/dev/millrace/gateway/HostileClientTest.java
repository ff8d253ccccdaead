package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HostileClientTest {
  @TempDir private static Path folder;
  private static TestGateway gateway;

  @BeforeAll
  static void serveAFolder() throws IOException {
    Files.writeString(folder.resolve("k"), "value");
    // One try of the origin, so that its patience does not lengthen that with clients.
    gateway =
        TestGateway.serving(
            folder,
            "client-timeout",
            "1s",
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

  @AfterEach
  void others_are_served() throws IOException {
    try (Socket socket = connected()) {
      send(socket, "GET /mill/k HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
      assertThat(answer(socket)).startsWith("HTTP/1.1 200").endsWith("value");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GARBAGE\r\n\r\n",
        "GET\r\n\r\n",
        "GET /mill/k\r\n\r\n",
        "GET  HTTP/1.1\r\n\r\n",
        "GET b/k HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /mill/%zz HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /mill/%ff HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /mill/k HTTP/9.9\r\nHost: h\r\n\r\n",
        "GET /mill/k HTTP/1.1\r\n\r\n",
        "GET /mill/k HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n",
        "GET /mill/k HTTP/1.1\r\nHost: h\r\nBad Name: x\r\n\r\n",
        "GET /mill/k HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET /mill/k HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
        "\0\1\2\3\4\5\6\7\r\n\r\n"
      })
  void a_malformed_request_is_refused(String request) throws IOException {
    try (Socket socket = connected()) {
      send(socket, request);
      assertRefused(answer(socket));
    }
  }

  @Test
  void nothing_after_a_malformed_body_is_taken_for_a_request() throws IOException {
    String smuggled = "GET /mill/smuggled HTTP/1.1\r\nHost: h\r\n\r\n";
    try (Socket socket = connected()) {
      send(
          socket,
          "GET /mill/k HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n" + smuggled);
      answer(socket);
    }
    assertThat(gateway.log()).doesNotContain("smuggled");
  }

  @Test
  void headers_of_a_megabyte_are_refused() throws IOException {
    try (Socket socket = connected()) {
      send(
          socket,
          "GET /mill/k HTTP/1.1\r\nHost: h\r\nX-Large: " + "x".repeat(1 << 20) + "\r\n\r\n");
      assertRefused(answer(socket));
    }
  }

  @Test
  void a_request_line_of_a_megabyte_is_refused() throws IOException {
    try (Socket socket = connected()) {
      send(socket, "GET /mill/" + "x".repeat(1 << 20) + " HTTP/1.1\r\nHost: h\r\n\r\n");
      assertRefused(answer(socket));
    }
  }

  @Test
  void a_client_that_never_greets_is_let_go() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
      assertThat(answer(socket)).isEmpty();
    }
  }

  @Test
  void a_client_that_stops_in_the_middle_of_a_request_is_let_go() throws IOException {
    List<Socket> silent = new ArrayList<>();
    for (String start : new String[] {"", "GET /mill", "GET /mill/k HTTP/1.1\r\nHost: h\r\nX: "}) {
      Socket socket = connected();
      send(socket, start);
      silent.add(socket);
    }
    others_are_served();
    for (Socket socket : silent) {
      assertRefused(answer(socket));
      socket.close();
    }
  }

  @Test
  void a_client_that_stops_reading_is_let_go() throws Exception {
    try (RandomAccessFile large = new RandomAccessFile(folder.resolve("large").toFile(), "rw")) {
      large.setLength(1L << 30);
    }
    try (Socket socket = connected()) {
      send(socket, "GET /mill/large HTTP/1.1\r\nHost: h\r\n\r\n");
      assertThat(gateway.logged(line -> line.contains("/mill/large"))).contains("cut short");
    }
  }

  @Test
  void connections_leave_no_file_descriptors_behind() throws IOException {
    var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    others_are_served();
    long before = system.getOpenFileDescriptorCount();
    for (int i = 0; i < 200; i++) {
      others_are_served();
    }
    assertThat(system.getOpenFileDescriptorCount() - before).isLessThan(100);
  }

  @Test
  void an_idle_connection_is_closed() throws IOException {
    try (Socket socket = connected()) {
      send(socket, "GET /mill/k HTTP/1.1\r\nHost: h\r\n\r\n");
      assertThat(answer(socket)).startsWith("HTTP/1.1 200").endsWith("value");
    }
  }

  @Test
  void a_key_of_1024_bytes_of_utf8_is_a_key_and_one_byte_more_is_not() throws Exception {
    String longest = "%C3%A9".repeat(512);
    assertThat(gateway.get("/mill/" + longest).statusCode()).isEqualTo(404);
    assertThat(gateway.get("/mill/" + longest + "x").statusCode()).isEqualTo(400);
  }

  private static Socket connected() throws IOException {
    return TestGateway.trust()
        .getSocketFactory()
        .createSocket(InetAddress.getLoopbackAddress(), gateway.port());
  }

  private static void send(Socket socket, String text) throws IOException {
    try {
      OutputStream out = socket.getOutputStream();
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
    } catch (SocketException | SSLException _) {
      // The server may have seen enough and hung up before all was sent.
    }
  }

  /// All that comes until the server hangs up.
  private static String answer(Socket socket) throws IOException {
    try {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (SocketException | SSLException _) {
      return "";
    }
  }

  /// An answer that is an error, or none at all.
  private static void assertRefused(String answer) {
    if (!answer.isEmpty()) {
      assertThat(answer).matches("(?s)HTTP/1\\.1 [45]\\d\\d .*");
      assertThat(answer).contains("<Error>").doesNotContain("value");
    }
  }
}
