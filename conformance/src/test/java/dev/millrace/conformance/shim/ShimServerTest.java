package dev.millrace.conformance.shim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.conformance.exchange.Shim;
import dev.millrace.conformance.exchange.Shim.Answer;
import dev.millrace.conformance.stack.JdkStack;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ShimServerTest {
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

  @TempDir private Path folder;

  @Test
  void a_request_holds_any_bytes_but_nul() throws IOException {
    var request = in("3\0-advertise-alpn\0\3foo\n\377\0\0");

    assertThat(ShimServer.readRequest(request))
        .isEqualTo(List.of("-advertise-alpn", "\3foo\n\377", ""));
  }

  @Test
  void a_request_that_ends_early_is_refused() {
    assertThatThrownBy(() -> ShimServer.readRequest(in("2\0-server\0-po")))
        .isInstanceOf(EOFException.class);
  }

  @Test
  void an_answer_is_status_output_and_errors() {
    assertThat(ShimServer.encode(new Answer(89, "No\n", "not implemented\n")))
        .isEqualTo("89\0No\n\0not implemented\n\0".getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void the_launcher_prints_what_the_server_answers() throws IOException, InterruptedException {
    try (var server = ShimServer.start(new Shim(JdkStack::new))) {
      Process process = launch(server.port(), "-is-handshaker-supported");

      assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("No\n");
      assertThat(process.waitFor()).isZero();
    }
  }

  @Test
  void the_launcher_exits_as_the_server_says() throws IOException, InterruptedException {
    try (var server = ShimServer.start(new Shim(JdkStack::new))) {
      Process process = launch(server.port(), "-no-such-flag", "a b\nc");

      assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("-no-such-flag");
      assertThat(process.waitFor()).isEqualTo(89);
    }
  }

  @Test
  void a_test_ends_when_its_launcher_goes_away() throws IOException {
    try (var server = ShimServer.start(new Shim(JdkStack::new));
        var runner = new ServerSocket(0, 1, LOOPBACK)) {
      var launcher = new Socket(LOOPBACK, server.port());
      launcher
          .getOutputStream()
          .write(request("-port", runner.getLocalPort() + "", "-shim-id", "7"));
      try (Socket shim = runner.accept()) {
        // The id, and the first byte of a ClientHello.
        shim.getInputStream().readNBytes(8 + 1);
        launcher.close();

        shim.getInputStream().transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  private Process launch(int port, String... arguments) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "the launcher is a script for bash");
    Path script = Launcher.writeTo(folder);
    var builder =
        new ProcessBuilder(
            Stream.concat(Stream.of(script.toString()), Arrays.stream(arguments)).toList());
    builder.environment().put(Launcher.PORT_VARIABLE, Integer.toString(port));
    return builder.start();
  }

  private static byte[] request(String... arguments) {
    return (arguments.length + "\0" + String.join("\0", arguments) + "\0")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static ByteArrayInputStream in(String bytes) {
    return new ByteArrayInputStream(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }
}
