package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.millrace.gateway.Http2Connection.Frame;
import dev.millrace.gateway.TestGateway.Port;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Clients that take longer than one may stay silent, but are never silent for so long.
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class SlowClientTest {
  private static final String HEADERS = "Host: h\r\nAccept-Encoding: millrace-seal\r\n";

  @TempDir private static Path folder;
  private static TestGateway gateway;

  @BeforeAll
  static void serveAFolder() throws IOException {
    Path objects = Files.createDirectory(folder.resolve("objects"));
    for (String name : List.of("large", "long")) {
      try (RandomAccessFile file = new RandomAccessFile(objects.resolve(name).toFile(), "rw")) {
        file.setLength(32 << 20);
      }
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
            "5s",
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
  void a_request_that_comes_a_byte_at_a_time_is_not_waited_for() throws IOException {
    for (Socket socket : connected("GET /mill/empty HTTP/1.1\r\n" + HEADERS + "X: ").values()) {
      untilLetGo(socket, () -> send(socket, "x"));
    }
  }

  @Test
  void nor_is_the_next_request_of_a_connection() throws IOException {
    for (Socket socket :
        connected("GET /mill/empty HTTP/1.1\r\n" + HEADERS + "\r\nGET /mill").values()) {
      assertThat(socket.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 200");
      untilLetGo(socket, () -> send(socket, "x"));
    }
  }

  @Test
  void a_tls_hello_that_comes_a_byte_at_a_time_is_not_waited_for() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
      // A record of a handshake message, 4,096 bytes long, and a hello as long.
      socket.getOutputStream().write(new byte[] {22, 3, 1, 16, 0, 1, 0, 15, (byte) 252, 3, 3});
      untilLetGo(socket, () -> send(socket, "x"));
    }
  }

  @Test
  void over_http2_neither_pings_nor_a_header_a_byte_at_a_time_hold_a_connection()
      throws IOException {
    try (Http2Connection pinging = Http2Connection.to(gateway);
        Http2Connection dribbling = Http2Connection.to(gateway)) {
      dribbling.write(new byte[] {0, 16, 0, Http2Connection.HEADERS, 0, 0, 0, 0, 1});
      untilLetGo(pinging, () -> pinging.send(Http2Connection.PING, 0, 0, new byte[Long.BYTES]));
      untilLetGo(dribbling, () -> dribbling.write(new byte[1]));
    }
  }

  @Test
  void over_http2_a_connection_that_is_waiting_for_its_answer_is_not_late() throws Exception {
    try (Http2Connection slow = Http2Connection.to(gateway)) {
      slow.send(
          Http2Connection.HEADERS,
          Http2Connection.END_HEADERS | Http2Connection.END_STREAM,
          1,
          Http2Connection.get("/mill/large"));
      for (int i = 0; i < 2; i++) {
        whileAnotherIsSilent(() -> {
          for (int stream = 0; stream < 2; stream++) {
            slow.send(Http2Connection.WINDOW_UPDATE, 0, stream, new byte[] {0, 0, 16, 0});
          }
          assertThat(slow.next(frame -> frame.type() == Http2Connection.DATA)).isPresent();
        });
      }
    }
  }

  @Test
  void a_body_that_comes_a_byte_at_a_time_is_not_waited_for() throws IOException {
    String start = "GET /mill/empty HTTP/1.1\r\n" + HEADERS;
    for (String body :
        List.of("Content-Length: 999999\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nfffff\r\n")) {
      for (Socket socket : connected(start + body).values()) {
        assertThat(socket.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 200");
        untilLetGo(socket, () -> send(socket, "x"));
      }
    }
  }

  @Test
  void over_http2_neither_the_connection_nor_a_thread_waits_for_the_end_of_a_body()
      throws IOException {
    try (Http2Connection slow = Http2Connection.to(gateway)) {
      byte[] fields = Http2Connection.get("/mill/empty");
      for (int stream = 1; stream < 50; stream += 2) {
        slow.send(Http2Connection.HEADERS, Http2Connection.END_HEADERS, stream, fields);
      }
      assertThat(slow.next(frame -> frame.type() == Http2Connection.HEADERS)).isPresent();
      // Others that are tested at the same time have a few such threads as well.
      while (threadsThatReadABody() < 25) {
        LockSupport.parkNanos(50_000_000);
      }
      untilLetGo(slow, () -> slow.send(Http2Connection.DATA, 0, 1, new byte[1]));
    }
    while (threadsThatReadABody() > 0) {
      LockSupport.parkNanos(50_000_000);
    }
  }

  @Test
  void over_http2_a_body_that_does_not_end_ends_its_stream_and_no_other() throws Exception {
    try (Http2Connection client = Http2Connection.to(gateway)) {
      byte[] fields = Http2Connection.get("/mill/empty");
      client.send(Http2Connection.HEADERS, Http2Connection.END_HEADERS, 1, fields);
      AtomicInteger stream = new AtomicInteger(1);
      Step another =
          () ->
              client.send(
                  Http2Connection.HEADERS,
                  Http2Connection.END_HEADERS | Http2Connection.END_STREAM,
                  stream.addAndGet(2),
                  fields);
      whileAnotherIsSilent(another);
      Frame reset = client.next(frame -> frame.type() == Http2Connection.RST_STREAM).orElseThrow();
      assertThat(reset.stream()).isEqualTo(1);
      assertThat(reset.errorCode()).isZero();
      another.take();
      assertThat(client.next(frame -> frame.stream() == stream.get())).isPresent();
    }
  }

  @Test
  void a_client_that_asks_on_and_on_and_takes_no_answer_is_let_go() throws IOException {
    for (Socket socket : connected("").values()) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> {
            while (true) {
              send(socket, "GET /mill/none HTTP/1.1\r\n" + HEADERS + "\r\n");
            }
          });
      socket.close();
    }
  }

  @Test
  void an_answer_may_take_longer_than_silence_may_last_and_the_next_request_is_answered()
      throws Exception {
    var slow =
        connected(
            "GET /mill/long HTTP/1.1\r\n"
                + HEADERS
                + "\r\nGET /mill/after-%s HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    for (int i = 0; i < 2; i++) {
      whileAnotherIsSilent(() -> {
        for (Socket socket : slow.values()) {
          assertThat(socket.getInputStream().readNBytes(128 << 10)).hasSize(128 << 10);
        }
      });
    }
    assertThat(gateway.log()).doesNotContain("/mill/long");
    for (Port port : Port.values()) {
      try (Socket socket = slow.get(port)) {
        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        assertThat(gateway.logged(line -> line.contains("/mill/after-" + port))).contains(" 40");
      }
    }
    assertThat(gateway.log().lines().filter(line -> line.contains("/mill/long")))
        .hasSize(2)
        .noneMatch(line -> line.contains("cut short"));
  }

  @Test
  void over_http2_one_that_leaves_before_the_last_byte_is_in_the_log() throws Exception {
    Path objects = Files.createDirectory(folder.resolve("wide"));
    Files.write(objects.resolve("wide"), new byte[1 << 17]);
    try (TestGateway another = TestGateway.serving(objects, "client-timeout", "3s")) {
      try (Http2Connection client = Http2Connection.to(another)) {
        client.send(
            Http2Connection.HEADERS,
            Http2Connection.END_HEADERS | Http2Connection.END_STREAM,
            1,
            Http2Connection.get("/mill/wide"));
        assertThat(client.next(frame -> frame.type() == Http2Connection.DATA)).isPresent();
      }
      assertThat(another.logged(line -> line.contains("/mill/wide"))).contains("cut short");
    }
  }

  @Test
  void many_that_take_no_answer_leave_others_room_on_the_heap() throws Exception {
    Path objects = Files.createDirectory(folder.resolve("vast"));
    try (RandomAccessFile vast = new RandomAccessFile(objects.resolve("vast").toFile(), "rw")) {
      vast.setLength(4L << 30);
    }
    // Each would hold the slice that it does not take in, and the next.
    int slices = (int) (Runtime.getRuntime().maxMemory() >> 20);
    List<Socket> stuck = new ArrayList<>();
    try (TestGateway another = TestGateway.serving(objects, "memory-size", "16MiB")) {
      for (int i = 0; i < slices; i += 2) {
        Socket socket = another.connected(Port.TLS);
        stuck.add(socket);
        String range = "Range: bytes=" + ((long) i << 20) + "-\r\n";
        send(socket, "GET /mill/vast HTTP/1.1\r\nHost: h\r\n" + range + "\r\n");
        assertThat(socket.getInputStream().read()).isEqualTo('H');
      }
      assertThat(another.get("/mill/vast", "Range", "bytes=0-9").body()).hasSize(10);
      for (Socket socket : stuck) {
        socket.close();
      }
    }
  }

  /// How many threads of this process, virtual ones too, are at the body of a request.
  private static long threadsThatReadABody() throws IOException {
    Path dump = Files.createTempDirectory(folder, "threads").resolve("dump");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
    try (Stream<String> lines = Files.lines(dump)) {
      return lines.filter(line -> line.contains("OpenConnections.readRest")).count();
    }
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

  /// Does `step` again and again, and reads what comes, until the server hangs up.
  private static void untilLetGo(Socket socket, Step step) throws IOException {
    socket.setSoTimeout(50);
    try {
      while (true) {
        step.take();
        try {
          if (socket.getInputStream().read(new byte[1024]) < 0) {
            return;
          }
        } catch (SocketTimeoutException _) {
          // not yet
        }
      }
    } catch (SocketException | SSLException _) {
      // It did so in the middle of a step.
    }
  }

  private static void untilLetGo(Http2Connection connection, Step step) throws IOException {
    connection.patience(50);
    try {
      while (true) {
        step.take();
        try {
          if (connection.next().isEmpty()) {
            return;
          }
        } catch (SocketTimeoutException _) {
          // not yet
        }
      }
    } catch (SocketException | SSLException _) {
      // It did so in the middle of a step.
    }
  }

  private interface Step {
    void take() throws IOException;
  }
}
