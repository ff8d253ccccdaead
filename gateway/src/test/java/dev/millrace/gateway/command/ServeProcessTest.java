package dev.millrace.gateway.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.TrustAnchors;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `millrace serve` as a program of its own, with signals.
@Timeout(120)
class ServeProcessTest {
  private static final int LARGE = 10 << 20;

  @TempDir private Path folder;
  private Process process;
  private BufferedReader out;
  private int port;

  @BeforeEach
  void start() throws IOException {
    Path objects = Files.createDirectories(folder.resolve("objects"));
    Files.write(objects.resolve("large"), new byte[LARGE]);
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx200m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.addAll(List.of("--enable-native-access=ALL-UNNAMED"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Millrace.class.getName()));
    line.addAll(List.of("serve", "--port", "0", "--origin", objects.toString()));
    line.addAll(List.of("--bucket", "mill", "--memory-size", "64MiB"));
    line.addAll(List.of("--state", folder.resolve("state").toString()));
    line.addAll(List.of("--config", config("access-log: off").toString()));
    process = new ProcessBuilder(line).redirectErrorStream(true).start();
    out = process.inputReader(UTF_8);
    String url = awaitLine("https://127.0.0.1:");
    port = URI.create(url.substring(url.indexOf("https://127"), url.indexOf(" ("))).getPort();
  }

  @AfterEach
  void stop() {
    process.destroyForcibly().onExit().join();
  }

  /// The first line from now on that has that in it.
  private String awaitLine(String part) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String line; (line = out.readLine()) != null; ) {
      if (line.contains(part)) {
        return line;
      }
      all.append(line).append('\n');
    }
    throw new AssertionError("ended without a line with " + part + ": " + all);
  }

  private Path config(String text) throws IOException {
    return Files.writeString(folder.resolve("config.yaml"), text);
  }

  @Test
  void on_sighup_it_goes_on_with_the_configuration_as_it_is_now() throws Exception {
    config("port: 1\ntls: jdk\naccess-log: on\n");
    assertThat(new ProcessBuilder("kill", "-HUP", "" + process.pid()).start().waitFor()).isZero();
    assertThat(awaitLine("changes of settings")).endsWith("with the next start: tls");
    assertThat(awaitLine("configuration holds"))
        .matches(
            "20\\S+T\\S+Z millrace: info: configuration holds as it is now:"
                + " access-log; with the next start: tls");
    try (Socket asking = asking()) {
      asking.getInputStream().readAllBytes();
    }
    assertThat(awaitLine("GET /mill/large")).contains(" 200 ");
    config("access-lag: on");
    assertThat(awaitLine("going on with configuration as it was"))
        .contains("unknown setting", "did you mean access-log?");
    process.destroy();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void on_sigterm_what_is_under_way_is_completed_and_the_status_is_0() throws Exception {
    try (Socket slow = asking()) {
      process.destroy();
      awaitRefusal();
      assertThat(process.isAlive()).isTrue();
      assertThat(slow.getInputStream().readAllBytes()).hasSizeGreaterThan(LARGE);
    }
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void a_second_signal_ends_it_at_once() throws Exception {
    try (Socket _ = asking()) {
      process.destroy();
      awaitRefusal();
      process.destroy();
      assertThat(process.waitFor()).isEqualTo(143);
    }
  }

  /// A connection whose client has asked for more than its buffers hold, and reads nothing.
  private Socket asking() throws IOException {
    Socket socket =
        TrustAnchors.sslContext(folder.resolve("state").resolve("ca.pem"))
            .getSocketFactory()
            .createSocket(InetAddress.getLoopbackAddress(), port);
    socket
        .getOutputStream()
        .write("GET /mill/large HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".getBytes(UTF_8));
    assertThat(socket.getInputStream().readNBytes(12)).asString(UTF_8).isEqualTo("HTTP/1.1 200");
    return socket;
  }

  private void awaitRefusal() throws IOException {
    while (true) {
      try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        LockSupport.parkNanos(5_000_000);
      } catch (ConnectException _) {
        return;
      }
    }
  }
}
