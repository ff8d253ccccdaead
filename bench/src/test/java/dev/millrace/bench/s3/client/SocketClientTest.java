package dev.millrace.bench.s3.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SocketClientTest {
  private final AtomicInteger connections = new AtomicInteger();
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void an_answer_may_come_byte_by_byte() throws Exception {
    serve("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"x\"\r\n\r\nwhole", 1);
    Sink sink = Sink.counting();

    Download download = download();
    download.run(sink);
    download.run(sink);

    assertThat(sink.resetCount()).isEqualTo(10);
    assertThat(connections).hasValue(1);
  }

  @Test
  void a_connection_that_the_server_ends_is_not_used_again() throws Exception {
    serve("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nwhole", 1 << 10);
    Sink sink = Sink.counting();

    Download download = download();
    download.run(sink);
    download.run(sink);

    assertThat(sink.resetCount()).isEqualTo(10);
    assertThat(connections).hasValue(2);
  }

  @Test
  void an_answer_that_is_not_the_object_is_told() throws Exception {
    serve("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", 1 << 10);

    assertThatThrownBy(() -> download().run(Sink.counting()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("404 Not Found");
  }

  private Download download() throws Exception {
    return new SocketClient(SSLContext.getDefault())
        .of(URI.create("http://127.0.0.1:%d/bucket/key".formatted(server.getLocalPort())));
  }

  /// Gives everyone the same answer.
  ///
  /// @param piece how many bytes of it at a time
  private void serve(String answer, int piece) {
    Thread.ofVirtual()
        .start(() -> {
          while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
              connections.incrementAndGet();
              answerAll(socket, answer.getBytes(US_ASCII), piece);
            } catch (IOException _) {
              // The client has gone, or the test is over.
            }
          }
        });
  }

  private static void answerAll(Socket socket, byte[] answer, int piece) throws IOException {
    socket.setTcpNoDelay(true);
    OutputStream out = socket.getOutputStream();
    byte[] request = new byte[1 << 10];
    while (socket.getInputStream().read(request) > 0) {
      for (int i = 0; i < answer.length; i += piece) {
        out.write(answer, i, Math.min(piece, answer.length - i));
      }
    }
  }
}
