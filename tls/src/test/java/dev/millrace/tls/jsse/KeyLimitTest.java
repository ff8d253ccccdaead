package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.testing.TestIdentity;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Peers whose keys wear out.
@Timeout(60)
class KeyLimitTest {
  private static final int PIECES = 2_000;
  private static final int PIECE = 1 << 16;

  @Test
  void a_download_outlasts_the_keys_of_a_client_of_the_jdk() throws Exception {
    TestIdentity identity = TestIdentity.of(TestIdentity.Kind.P256);
    try (SSLServerSocket server =
            (SSLServerSocket)
                TestContexts.OURS
                    .with(identity)
                    .getServerSocketFactory()
                    .createServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Process client = downloading(server.getLocalPort());
      Future<?> sending = threads.submit(() -> send(server));
      String said = client.inputReader().readAllAsString();

      assertThat(said).isEqualTo("all of it\n");
      sending.get();
    }
  }

  private static Void send(SSLServerSocket server) throws Exception {
    try (SSLSocket socket = (SSLSocket) server.accept();
        OutputStream out = socket.getOutputStream()) {
      for (int i = 0; i < PIECES; i++) {
        out.write(new byte[PIECE]);
      }
      // The client closes first: it takes no end while it waits for keys.
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    }
    return null;
  }

  private static Process downloading(int port) throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            DownloadingProcess.class.getName(),
            String.valueOf(port),
            String.valueOf(PIECES * PIECE));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
