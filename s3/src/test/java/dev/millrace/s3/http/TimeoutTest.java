package dev.millrace.s3.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each wait ends after its own timeout, on platform and on virtual threads, and nothing else does.
@Timeout(60)
class TimeoutTest {
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n";

  /// How much later than it should a wait may end on a machine that has other things to do.
  private static final Duration TOLERANCE = Duration.ofSeconds(10);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_connection_that_does_not_come_about(boolean virtual) throws Exception {
    HttpSettings settings = HttpSettings.builder().connectTimeout(SHORT).build();
    List<Socket> fill = new ArrayList<>();
    // Who does not accept has room for two in the queue, and leaves the others without an answer.
    try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
        HttpClient client = new HttpClient(settings)) {
      Route route = new Route(false, "127.0.0.1", deaf.getLocalPort(), null);
      for (int i = 0; i < 2; i++) {
        fill.add(new Socket(deaf.getInetAddress(), deaf.getLocalPort()));
      }
      assertThat(timedOut(virtual, () -> Fetch.get(client, route)))
          .hasMessageContaining("cannot connect to 127.0.0.1");
      assertNothingLeft(client);
    } finally {
      for (Socket socket : fill) {
        socket.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_tls_handshake_that_does_not_go_on(boolean virtual) throws Exception {
    HttpSettings settings = HttpSettings.builder().tlsTimeout(SHORT).build();
    try (TestServer server = TestServer.start(Peer::awaitEnd);
        HttpClient client = new HttpClient(settings)) {
      Route secure = new Route(true, "127.0.0.1", server.port(), null);
      assertThat(timedOut(virtual, () -> Fetch.get(client, secure)))
          .hasMessageContaining("nothing received for 100 ms");
      assertNothingLeft(client);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void an_answer_that_does_not_begin(boolean virtual) throws Exception {
    try (TestServer server = TestServer.start(Peer::awaitEnd);
        HttpClient client = client(SHORT)) {
      timedOut(virtual, () -> Fetch.get(client, server.route()));
      assertNothingLeft(client);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_body_that_does_not_go_on(boolean virtual) throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(HEAD + "hello");
          peer.awaitEnd();
        };
    try (TestServer server = TestServer.start(script);
        HttpClient client = client(SHORT)) {
      timedOut(virtual, () -> Fetch.get(client, server.route()));
      assertNothingLeft(client);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_request_that_nobody_reads(boolean virtual) throws Exception {
    HttpSettings settings = HttpSettings.builder().writeTimeout(SHORT).build();
    try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
        HttpClient client = new HttpClient(settings)) {
      Route route = new Route(false, "127.0.0.1", deaf.getLocalPort(), null);
      HttpRequest request = Fetch.put(new byte[64 << 20]);
      assertThat(timedOut(virtual, () -> Fetch.body(client, route, request)))
          .hasMessageContaining("nothing of the request taken for 100 ms");
      assertNothingLeft(client);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void what_drips_is_not_ended_however_long_it_takes(boolean virtual) throws Exception {
    HttpSettings settings = HttpSettings.builder().readTimeout(Duration.ofMillis(600)).build();
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(HEAD);
          for (int i = 0; i < 100; i++) {
            peer.say("x");
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
          }
        };
    try (TestServer server = TestServer.start(script);
        HttpClient client = new HttpClient(settings)) {
      Started<String> drip = Started.on(virtual, () -> Fetch.get(client, server.route()));
      assertThat(drip.result()).hasSize(100);
    }
  }

  @Test
  void what_is_not_waited_for_has_no_time() throws IOException {
    Duration time = Duration.ofMillis(300);
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(HEAD + "x".repeat(50));
          peer.head();
          peer.say("x".repeat(50));
          peer.awaitEnd();
        };
    try (TestServer server = TestServer.start(script);
        HttpClient client = client(time);
        Exchange exchange = client.exchange(server.route(), Fetch.GET)) {
      exchange.send();
      long end = System.nanoTime() + 2 * time.toNanos();
      while (System.nanoTime() < end) {
        LockSupport.parkNanos(end - System.nanoTime());
      }
      assertThat(exchange.stream().readNBytes(50)).hasSize(50);
    }
  }

  @Test
  void closing_an_exchange_does_not_wait_for_a_slow_answer() throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(HEAD);
          peer.awaitEnd();
        };
    HttpSettings settings =
        HttpSettings.builder().tlsTimeout(SHORT).readTimeout(Duration.ofHours(1)).build();
    try (TestServer server = TestServer.start(script);
        HttpClient client = new HttpClient(settings)) {
      Exchange exchange = client.exchange(server.route(), Fetch.GET);
      exchange.send();
      long begun = System.nanoTime();
      exchange.close();
      assertThat(System.nanoTime() - begun).isLessThan(TOLERANCE.toNanos());
      assertNothingLeft(client);
    }
  }

  @Test
  void closing_an_exchange_keeps_the_connection_where_little_is_left() throws Exception {
    TestServer.Script script = TestServer.always(HEAD + "x".repeat(100));
    try (TestServer server = TestServer.start(script);
        HttpClient client = client(Duration.ofSeconds(30))) {
      for (int i = 0; i < 3; i++) {
        try (Exchange exchange = client.exchange(server.route(), Fetch.GET)) {
          exchange.send();
          assertThat(exchange.stream().readNBytes(10)).hasSize(10);
        }
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void a_source_that_fails_is_not_taken_for_the_connection() throws IOException {
    RequestBody failing =
        new RequestBody() {
          @Override
          public long length() {
            return 5;
          }

          @Override
          public void writeTo(OutputStream out) throws IOException {
            throw new SocketException("the source is gone");
          }
        };
    try (TestServer server = TestServer.start(TestServer.always(HEAD + "x".repeat(100)));
        HttpClient client = client(Duration.ofSeconds(30))) {
      Fetch.get(client, server.route());
      HttpRequest request = new HttpRequest("PUT", "/", Headers.NONE, failing);
      assertThat(catchThrowable(() -> Fetch.body(client, server.route(), request)))
          .isNotInstanceOf(StaleConnectionException.class)
          .hasMessage("the source is gone");
      assertNothingLeft(client);
    }
  }

  private static HttpClient client(Duration readTimeout) {
    return new HttpClient(HttpSettings.builder().readTimeout(readTimeout).build());
  }

  private static Throwable timedOut(boolean virtual, Callable<String> work) throws Exception {
    long begun = System.nanoTime();
    Throwable failure = Started.on(virtual, work).failure();
    assertThat(failure).isInstanceOf(SocketTimeoutException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isGreaterThanOrEqualTo(SHORT)
        .isLessThan(TOLERANCE);
    return failure;
  }

  private static void assertNothingLeft(HttpClient client) {
    assertThat(client.standing()).isEqualTo(new PoolStanding(256, 0, 0, 0));
  }
}
