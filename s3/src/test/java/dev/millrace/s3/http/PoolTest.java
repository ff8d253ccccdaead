package dev.millrace.s3.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which connections are kept, and for how long.
@Timeout(60)
class PoolTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  /// The connections that have ended, by their index.
  private final BlockingQueue<Integer> ended = new LinkedBlockingQueue<>();

  private final AtomicLong now = new AtomicLong();

  @Test
  void a_connection_serves_one_exchange_after_another() throws IOException {
    try (TestServer server = TestServer.start(this::serve);
        HttpClient client = client(4)) {
      for (int i = 0; i < 5; i++) {
        assertThat(Fetch.get(client, server.route())).isEqualTo("0");
      }
      assertThat(client.standing()).isEqualTo(new PoolStanding(4, 0, 1, 0));
    }
  }

  @Test
  void the_last_used_connection_is_used_first() throws IOException {
    try (TestServer server = TestServer.start(this::serve);
        HttpClient client = client(4)) {
      Exchange first = sent(client, server);
      Exchange second = sent(client, server);
      assertThat(Fetch.body(second)).isEqualTo("1");
      assertThat(Fetch.body(first)).isEqualTo("0");
      assertThat(Fetch.get(client, server.route())).isEqualTo("0");
      assertThat(client.standing().idle()).isEqualTo(2);
    }
  }

  @Test
  void an_exchange_that_finds_no_connection_gives_up_in_time() throws IOException {
    HttpSettings.Builder settings =
        settings().maxConnections(1).acquireTimeout(Duration.ofMillis(50));
    try (TestServer server = TestServer.start(this::serve);
        HttpClient client = new HttpClient(settings.build());
        Exchange _ = sent(client, server)) {
      assertThatThrownBy(() -> Fetch.get(client, server.route()))
          .isInstanceOf(NoConnectionFreeException.class)
          .hasMessageContaining("all 1 connections are in use");
      assertThat(client.standing()).isEqualTo(new PoolStanding(1, 1, 0, 0));
    }
  }

  @Test
  void a_connection_goes_to_who_waits_for_it_and_not_too_many_may() throws Exception {
    HttpSettings.Builder settings = settings().maxConnections(1).maxPending(1);
    try (TestServer server = TestServer.start(this::serve);
        HttpClient client = new HttpClient(settings.build())) {
      Exchange first = sent(client, server);
      Started<String> second = Started.on(true, () -> Fetch.get(client, server.route()));
      while (client.standing().pending() == 0) {
        Thread.onSpinWait();
      }
      assertThatThrownBy(() -> Fetch.get(client, server.route()))
          .isInstanceOf(NoConnectionFreeException.class)
          .hasMessage("more than 1 exchanges wait for a connection");
      first.close();
      assertThat(second.result()).isEqualTo("0");
      assertThat(client.standing()).isEqualTo(new PoolStanding(1, 0, 1, 0));
    }
  }

  @Test
  void the_right_to_a_connection_may_be_taken_before_it_is_needed() throws IOException {
    try (TestServer server = TestServer.start(this::serve);
        HttpClient client = new HttpClient(settings().maxConnections(1).build())) {
      try (Exchange first = client.exchange(server.route(), Fetch.GET);
          Exchange second = client.exchange(server.route(), Fetch.GET)) {
        assertThat(first.tryReserve()).isTrue();
        assertThat(first.tryReserve()).isTrue();
        assertThat(second.tryReserve()).isFalse();
        first.send();
        assertThat(client.standing().leased()).isOne();
      }
      try (Exchange unsent = client.exchange(server.route(), Fetch.GET)) {
        unsent.reserve();
        assertThat(client.standing()).isEqualTo(new PoolStanding(1, 1, 0, 0));
      }
      assertThat(client.standing().leased()).isZero();
    }
  }

  @Test
  void an_interrupt_ends_the_wait_for_a_connection() throws Exception {
    try (TestServer server = TestServer.start(this::serve);
        HttpClient client = client(1);
        Exchange _ = sent(client, server)) {
      Started<String> waiting = Started.on(false, () -> Fetch.get(client, server.route()));
      while (client.standing().pending() == 0) {
        Thread.onSpinWait();
      }
      waiting.thread().interrupt();
      assertThat(waiting.failure()).isInstanceOf(InterruptedIOException.class);
      assertThat(client.standing()).isEqualTo(new PoolStanding(1, 1, 0, 0));
    }
  }

  @Test
  void at_the_limit_a_connection_kept_for_another_route_gives_way() throws Exception {
    try (TestServer one = TestServer.start(this::serve);
        TestServer other = TestServer.start(peer -> serve(new Named(peer, 7)));
        HttpClient client = client(1)) {
      assertThat(Fetch.get(client, one.route())).isEqualTo("0");
      assertThat(Fetch.get(client, other.route())).isEqualTo("7");
      assertThat(ended.take()).isEqualTo(0);
      assertThat(client.standing()).isEqualTo(new PoolStanding(1, 0, 1, 0));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_connection_is_closed_after_its_idle_time(boolean reap) throws Exception {
    HttpSettings.Builder settings =
        settings().idleTimeout(Duration.ofSeconds(20)).readTimeout(Duration.ofSeconds(1));
    try (TestServer server = TestServer.start(this::serve);
        HttpClient client = new HttpClient(settings.reapIdle(reap).build())) {
      Fetch.get(client, server.route());
      pass(Duration.ofSeconds(19));
      assertThat(Fetch.get(client, server.route())).isEqualTo("0");
      pass(Duration.ofSeconds(20));
      if (reap) {
        assertThat(ended.take()).isEqualTo(0);
        assertThat(Fetch.get(client, server.route())).isEqualTo("1");
      } else {
        assertThat(client.standing().idle()).isEqualTo(1);
        assertThat(Fetch.get(client, server.route())).isEqualTo("1");
        assertThat(ended.take()).isEqualTo(0);
      }
    }
  }

  @Test
  void a_connection_is_not_used_beyond_its_time_to_live() throws Exception {
    HttpSettings.Builder settings = settings().timeToLive(Duration.ofSeconds(10));
    try (TestServer server = TestServer.start(this::serve);
        HttpClient client = new HttpClient(settings.build())) {
      for (int i = 0; i < 9; i++) {
        assertThat(Fetch.get(client, server.route())).isEqualTo("0");
        pass(Duration.ofSeconds(1));
      }
      pass(Duration.ofSeconds(1));
      assertThat(Fetch.get(client, server.route())).isEqualTo("1");
      assertThat(ended.take()).isEqualTo(0);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "timeout=5, 3900, 0",
    "timeout=5, 4000, 1",
    "'max=100, timeout=5', 4000, 1",
    "timeout=1, 500, 1",
    "timeout=0, 0, 1",
    "timeout=x, 0, 1",
    "max=100, 50000, 0",
  })
  void a_connection_is_left_before_the_time_that_the_server_announces(
      String announced, long restMillis, String connection) throws IOException {
    TestServer.Script script =
        peer -> {
          while (!peer.head().isEmpty()) {
            String keep = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nKeep-Alive: " + announced;
            peer.say(keep + "\r\n\r\n" + peer.index());
          }
        };
    try (TestServer server = TestServer.start(script);
        HttpClient client = client(4)) {
      Fetch.get(client, server.route());
      pass(Duration.ofMillis(restMillis));
      assertThat(Fetch.get(client, server.route())).isEqualTo(connection);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n"})
  void after_a_rest_it_is_noticed_what_the_server_did_meanwhile(String said) throws Exception {
    CountDownLatch resting = new CountDownLatch(1);
    CountDownLatch ready = new CountDownLatch(1);
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + peer.index());
          if (peer.index() == 0) {
            resting.await();
            peer.say(said);
            peer.socket().shutdownOutput();
            ready.countDown();
          }
          peer.awaitEnd();
        };
    HttpSettings.Builder settings = settings().reapIdle(false);
    try (TestServer server = TestServer.start(script);
        HttpClient client = new HttpClient(settings.build())) {
      Fetch.get(client, server.route());
      resting.countDown();
      ready.await();
      pass(Duration.ofSeconds(1));
      assertThat(Fetch.get(client, server.route())).isEqualTo("1");
    }
  }

  @Test
  void connections_that_the_server_closes_are_let_go() throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(OK);
        };
    HttpSettings.Builder settings = settings().readTimeout(Duration.ofSeconds(1));
    try (TestServer server = TestServer.start(script);
        HttpClient client = new HttpClient(settings.build())) {
      Fetch.get(client, server.route());
      pass(Duration.ofSeconds(2));
      while (client.standing().idle() > 0) {
        Thread.onSpinWait();
        pass(Duration.ofSeconds(1));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_connection_that_was_closed_before_the_answer_is_stale(boolean reset) throws IOException {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(OK);
          peer.head();
          if (reset) {
            peer.reset();
          }
        };
    try (TestServer server = TestServer.start(script);
        HttpClient client = client(4)) {
      Fetch.get(client, server.route());
      assertThatThrownBy(() -> Fetch.get(client, server.route()))
          .isInstanceOf(StaleConnectionException.class);
      assertThat(client.standing()).isEqualTo(new PoolStanding(4, 0, 0, 0));
      assertThat(Fetch.get(client, server.route())).isEqualTo("ok");
    }
  }

  @Test
  void a_connection_that_ends_after_the_answer_began_is_not_stale() throws IOException {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(OK);
          peer.head();
          peer.say("H");
        };
    try (TestServer server = TestServer.start(script);
        HttpClient client = client(4)) {
      Fetch.get(client, server.route());
      assertThatThrownBy(() -> Fetch.get(client, server.route()))
          .isExactlyInstanceOf(EOFException.class);
    }
  }

  @Test
  void a_new_connection_is_not_stale() throws IOException {
    try (TestServer server = TestServer.start(Peer::head);
        HttpClient client = client(4)) {
      assertThatThrownBy(() -> Fetch.get(client, server.route()))
          .isInstanceOf(EOFException.class)
          .hasMessage("the connection ended before the answer");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhell",
      })
  void no_failure_leaks_a_connection(String answer) throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(answer);
          peer.socket().shutdownOutput();
          peer.awaitEnd();
          ended.add(peer.index());
        };
    try (TestServer server = TestServer.start(script);
        HttpClient client = client(2)) {
      for (int i = 0; i < 5; i++) {
        assertThatThrownBy(() -> Fetch.get(client, server.route())).isInstanceOf(IOException.class);
        assertThat(ended.take()).isEqualTo(i);
      }
      assertThat(client.standing()).isEqualTo(new PoolStanding(2, 0, 0, 0));
    }
  }

  @Test
  void what_comes_after_the_end_of_an_answer_ends_the_connection() throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(OK + OK);
          peer.awaitEnd();
          ended.add(peer.index());
        };
    try (TestServer server = TestServer.start(script);
        HttpClient client = client(2)) {
      Fetch.get(client, server.route());
      assertThat(ended.take()).isEqualTo(0);
    }
  }

  private void serve(Peer peer) throws IOException {
    serve(new Named(peer, peer.index()));
  }

  /// Answers with the connection's number.
  private void serve(Named named) throws IOException {
    while (!named.peer.head().isEmpty()) {
      named.peer.say("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + named.number);
    }
    ended.add(named.number);
  }

  private record Named(Peer peer, int number) {}

  private HttpSettings.Builder settings() {
    return HttpSettings.builder().clock(now::get);
  }

  private HttpClient client(int connections) {
    return new HttpClient(settings().maxConnections(connections).build());
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private static Exchange sent(HttpClient client, TestServer server) throws IOException {
    Exchange exchange = client.exchange(server.route(), Fetch.GET);
    exchange.send();
    return exchange;
  }
}
