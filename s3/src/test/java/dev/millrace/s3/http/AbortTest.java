package dev.millrace.s3.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What another thread may do to an exchange, wherever that is.
@Timeout(60)
class AbortTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n";

  private final CountDownLatch reached = new CountDownLatch(1);

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void while_it_connects(boolean virtual, boolean interrupt) throws Exception {
    List<Socket> fill = new ArrayList<>();
    try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      for (int i = 0; i < 2; i++) {
        fill.add(new Socket(deaf.getInetAddress(), deaf.getLocalPort()));
      }
      Route route = new Route(false, "host", deaf.getLocalPort(), null);
      HttpSettings settings =
          HttpSettings.builder()
              .connectTimeout(Duration.ofHours(1))
              .resolver(_ -> {
                reached.countDown();
                return List.of(deaf.getInetAddress(), deaf.getInetAddress());
              })
              .build();
      ends(settings, route, Fetch.GET, virtual, interrupt);
    } finally {
      for (Socket socket : fill) {
        socket.close();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void in_mid_handshake(boolean virtual, boolean interrupt) throws Exception {
    HttpSettings settings = HttpSettings.builder().tlsTimeout(Duration.ofHours(1)).build();
    TestServer.Script script =
        peer -> {
          peer.hear(1);
          reached.countDown();
          peer.awaitEnd();
        };
    try (TestServer server = TestServer.start(script)) {
      Route route = new Route(true, "127.0.0.1", server.port(), null);
      ends(settings, route, Fetch.GET, virtual, interrupt);
    }
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void while_it_waits_for_the_answer(boolean virtual, boolean interrupt) throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          reached.countDown();
          peer.awaitEnd();
        };
    try (TestServer server = TestServer.start(script)) {
      ends(settings(), server.route(), Fetch.GET, virtual, interrupt);
    }
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void while_a_body_waits_to_be_asked_for(boolean virtual, boolean interrupt) throws Exception {
    HttpSettings settings = HttpSettings.builder().continueWait(Duration.ofHours(1)).build();
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
          peer.head();
          reached.countDown();
          peer.awaitEnd();
        };
    HttpRequest request = Fetch.put(new byte[5], new Header("Expect", "100-continue"));
    try (TestServer server = TestServer.start(script);
        HttpClient client = new HttpClient(settings)) {
      Fetch.get(client, server.route());
      ends(client, server.route(), request, virtual, interrupt);
    }
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void in_mid_request(boolean virtual, boolean interrupt) throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    TestServer.Script script =
        peer -> {
          peer.head();
          reached.countDown();
          // Reads nothing more until the client has gone.
          gone.await();
        };
    try (TestServer server = TestServer.start(script)) {
      ends(settings(), server.route(), Fetch.put(new byte[64 << 20]), virtual, interrupt);
    } finally {
      gone.countDown();
    }
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void in_mid_body(boolean virtual, boolean interrupt) throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(HEAD + "hello");
          reached.countDown();
          peer.awaitEnd();
        };
    try (TestServer server = TestServer.start(script)) {
      ends(settings(), server.route(), Fetch.GET, virtual, interrupt);
    }
  }

  @Test
  void before_it_is_sent() throws IOException {
    TestServer.Script script = TestServer.always(HEAD + "x".repeat(100));
    try (TestServer server = TestServer.start(script);
        HttpClient client = new HttpClient(settings())) {
      for (int i = 0; i < 2; i++) {
        try (Exchange exchange = client.exchange(server.route(), Fetch.GET)) {
          exchange.abort();
          assertThatThrownBy(exchange::send).isInstanceOf(InterruptedIOException.class);
        }
        assertThat(client.standing()).isEqualTo(new PoolStanding(256, 0, 0, 0));
        // The second time it would have taken a connection that is kept.
        Fetch.get(client, server.route());
      }
    }
  }

  @Test
  void after_its_end_it_harms_nobody() throws IOException {
    TestServer.Script script = TestServer.always(HEAD + "x".repeat(100));
    try (TestServer server = TestServer.start(script);
        HttpClient client = new HttpClient(settings())) {
      for (int i = 0; i < 3; i++) {
        Exchange exchange = client.exchange(server.route(), Fetch.GET);
        exchange.send();
        assertThat(Fetch.body(exchange)).hasSize(100);
        exchange.abort();
        exchange.close();
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void as_it_ends_it_harms_nobody() throws Exception {
    TestServer.Script script = TestServer.always(HEAD + "x".repeat(100));
    try (TestServer server = TestServer.start(script);
        HttpClient client = new HttpClient(settings())) {
      for (int i = 0; i < 300; i++) {
        Exchange exchange = client.exchange(server.route(), Fetch.GET);
        exchange.send();
        Started<Boolean> abort =
            Started.on(
                false,
                () -> {
                  exchange.abort();
                  return true;
                });
        try (exchange) {
          Fetch.body(exchange);
        } catch (InterruptedIOException _) {
          // It came in time.
        }
        assertThat(Fetch.get(client, server.route())).hasSize(100);
        abort.result();
      }
      assertThat(client.standing().leased()).isZero();
    }
  }

  @Test
  void an_exchange_is_sent_once() throws IOException {
    try (TestServer server = TestServer.start(TestServer.always(HEAD + "x".repeat(100)));
        HttpClient client = new HttpClient(settings());
        Exchange exchange = client.exchange(server.route(), Fetch.GET)) {
      assertThatThrownBy(exchange::remaining).isInstanceOf(IllegalStateException.class);
      exchange.send();
      assertThatThrownBy(exchange::send).isInstanceOf(IllegalStateException.class);
      assertThat(Fetch.body(exchange)).hasSize(100);
    }
  }

  @Test
  void a_closed_client_lets_exchanges_end_and_none_begin() throws Exception {
    TestServer.Script script =
        peer -> {
          while (!peer.head().isEmpty()) {
            peer.say(HEAD + "x".repeat(50));
            if (peer.index() == 0) {
              reached.await();
            }
            peer.say("x".repeat(50));
          }
        };
    try (TestServer server = TestServer.start(script)) {
      HttpClient client = new HttpClient(settings());
      try (Exchange exchange = client.exchange(server.route(), Fetch.GET)) {
        exchange.send();
        assertThat(Fetch.get(client, server.route())).hasSize(100);
        client.close();
        assertThat(client.standing()).isEqualTo(new PoolStanding(256, 1, 0, 0));
        assertThatThrownBy(() -> Fetch.get(client, server.route()))
            .isInstanceOf(IOException.class)
            .hasMessage("this client is closed");
        reached.countDown();
        assertThat(Fetch.body(exchange)).hasSize(100);
      }
      assertThat(client.standing()).isEqualTo(new PoolStanding(256, 0, 0, 0));
      client.close();
    }
  }

  private static HttpSettings settings() {
    return HttpSettings.builder().readTimeout(Duration.ofHours(1)).build();
  }

  private void ends(
      HttpSettings settings, Route route, HttpRequest request, boolean virtual, boolean interrupt)
      throws Exception {
    try (HttpClient client = new HttpClient(settings)) {
      ends(client, route, request, virtual, interrupt);
    }
  }

  /// Ends the exchange once it has come where the test wants it, or is on its way there.
  private void ends(
      HttpClient client, Route route, HttpRequest request, boolean virtual, boolean interrupt)
      throws Exception {
    Exchange exchange = client.exchange(route, request);
    Started<String> work =
        Started.on(
            virtual,
            () -> {
              try (exchange) {
                exchange.send();
                return Fetch.body(exchange);
              }
            });
    reached.await();
    if (interrupt) {
      work.thread().interrupt();
    } else {
      exchange.abort();
    }
    assertThat(work.failure())
        .isInstanceOf(InterruptedIOException.class)
        .isNotInstanceOf(SocketTimeoutException.class)
        .hasMessage(interrupt ? "interrupted" : "aborted");
    assertThat(client.standing()).isEqualTo(new PoolStanding(256, 0, 0, 0));
  }
}
