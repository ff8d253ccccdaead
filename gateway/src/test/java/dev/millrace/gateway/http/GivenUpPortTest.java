package dev.millrace.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GivenUpPortTest {
  private final AtomicInteger accepted = new AtomicInteger();

  private HttpPort open() throws IOException {
    return HttpPort.open(
        "127.0.0.1",
        0,
        Duration.ofMillis(100),
        server ->
            server
                .addConnectionSelector(
                    Http1ConnectionSelector.builder().config(Http1Config.create()).build())
                .connectionOptions(new AcceptedSocketOptions(_ -> failOnce()).buildPrototype())
                .addRouting(HttpRouting.builder().any((_, response) -> response.send("served"))));
  }

  /// What a server takes for the end of its port, as where no file descriptor is left.
  private void failOnce() {
    if (accepted.incrementAndGet() == 1) {
      throw new AssertionError("for the test");
    }
  }

  @Test
  void a_port_whose_server_gave_it_up_is_listened_on_again() throws IOException {
    try (HttpPort port = open()) {
      assertThat(port.isListening()).isTrue();
      try (Socket first = new Socket(InetAddress.getLoopbackAddress(), port.number())) {
        while (port.isListening()) {
          assertThat(first.isConnected()).isTrue();
        }
      }
      assertThat(answer(port.number())).isEqualTo("HTTP/1.1 200");
      assertThat(port.isListening()).isTrue();
    }
  }

  @Test
  void a_port_that_was_closed_stays_so() throws IOException {
    HttpPort port = open();
    port.close();
    assertThat(port.isListening()).isFalse();
    try (HttpPort _ = open()) {
      assertThat(port.isListening()).isFalse();
    }
  }

  /// The beginning of the answer, once the port is listened on.
  private static String answer(int port) throws IOException {
    while (true) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket
            .getOutputStream()
            .write(
                "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
      } catch (SocketException _) {
        // Refused, or reset by the look whether the port is free.
        Thread.onSpinWait();
      }
    }
  }
}
