package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.millrace.gateway.TestGateway.Port;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HostileClientTest {
  @TempDir private static Path folder;
  private static TestGateway gateway;

  @BeforeAll
  static void serveAFolder() throws IOException {
    Path objects = Files.createDirectory(folder.resolve("objects"));
    Files.writeString(objects.resolve("k"), "value");
    for (Port port : Port.values()) {
      Path large = objects.resolve("large-" + port);
      try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
        file.setLength(1L << 30);
      }
    }
    Path keyring = TestGateway.keyring(folder);
    // One try of the origin, so that its patience does not lengthen that with clients.
    gateway =
        TestGateway.serving(
            objects,
            "sealed-keys",
            keyring.toString(),
            "sealed-port",
            "0",
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
    askOnce(Port.TLS);
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

  @ParameterizedTest
  @EnumSource
  void a_client_that_stops_in_the_middle_of_a_request_is_let_go(Port port) throws IOException {
    List<Socket> silent = new ArrayList<>();
    for (String start :
        List.of("", "GET /mill", "GET /mill/k HTTP/1.1\r\n", get(port, "k") + "X: ")) {
      silent.add(begun(port, start));
    }
    others_are_served();
    for (Socket socket : silent) {
      assertRefused(answer(socket));
      socket.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_client_that_stops_in_the_middle_of_its_body_is_let_go(Port port) throws IOException {
    try (Socket whole = begun(port, get(port, "k") + "Content-Length: 5\r\n\r\nbo");
        Socket chunked =
            begun(port, get(port, "k") + "Transfer-Encoding: chunked\r\n\r\n5\r\nbo")) {
      assertThat(answer(whole)).startsWith("HTTP/1.1 200");
      assertThat(answer(chunked)).startsWith("HTTP/1.1 200");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_client_that_stops_reading_is_let_go(Port port) throws Exception {
    String key = "large-" + port;
    try (Socket _ = begun(port, get(port, key) + "\r\n")) {
      assertThat(gateway.logged(line -> line.contains(key))).contains("cut short");
    }
  }

  @ParameterizedTest
  @EnumSource
  void connections_leave_no_file_descriptors_behind(Port port) throws IOException {
    var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    askOnce(port);
    long before = system.getOpenFileDescriptorCount();
    for (int i = 0; i < 200; i++) {
      askOnce(port);
    }
    assertThat(system.getOpenFileDescriptorCount() - before).isLessThan(100);
  }

  @ParameterizedTest
  @EnumSource
  void an_idle_connection_is_closed(Port port) throws IOException {
    try (Socket socket = begun(port, get(port, "k") + "\r\n")) {
      assertServed(port, answer(socket));
    }
  }

  @Test
  void a_key_of_1024_bytes_of_utf8_is_a_key_and_one_byte_more_is_not() throws Exception {
    String longest = "%C3%A9".repeat(512);
    assertThat(gateway.get("/mill/" + longest).statusCode()).isEqualTo(404);
    assertThat(gateway.get("/mill/" + longest + "x").statusCode()).isEqualTo(400);
  }

  private static void askOnce(Port port) throws IOException {
    try (Socket socket = begun(port, get(port, "k") + "Connection: close\r\n\r\n")) {
      assertServed(port, answer(socket));
    }
  }

  /// A request but for its end.
  private static String get(Port port, String key) {
    String start = "GET /mill/" + key + " HTTP/1.1\r\nHost: h\r\n";
    return port == Port.TLS ? start : start + "Accept-Encoding: millrace-seal\r\n";
  }

  private static Socket connected() throws IOException {
    return gateway.connected(Port.TLS);
  }

  /// A connection on which that much of a request was sent.
  private static Socket begun(Port port, String start) throws IOException {
    Socket socket = gateway.connected(port);
    send(socket, start);
    return socket;
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
    socket.setSoTimeout(30_000);
    try {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (SocketException | SSLException _) {
      return "";
    }
  }

  /// An answer with the whole object, and nothing after it.
  private static void assertServed(Port port, String answer) {
    assertThat(answer)
        .startsWith("HTTP/1.1 200")
        .endsWith(port == Port.TLS ? "value" : "\r\n0\r\n\r\n");
  }

  /// An answer that is an error, or none at all.
  private static void assertRefused(String answer) {
    if (!answer.isEmpty()) {
      assertThat(answer).matches("(?s)HTTP/1\\.1 [45]\\d\\d .*");
      assertThat(answer).contains("<Error>").doesNotContain("value");
    }
  }
}
