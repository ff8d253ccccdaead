package dev.millrace.s3.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Hosts of several addresses: 127.0.0.1 and the next, which are all of this machine.
@Timeout(60)
class AddressesTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final AtomicLong now = new AtomicLong();
  private final List<InetAddress> addresses = new ArrayList<>();
  private final List<TestServer> servers = new ArrayList<>();
  private Route route = new Route(false, "host", 1, null);

  @BeforeEach
  void open() throws IOException {
    for (int i = 1; i <= 4; i++) {
      addresses.add(InetAddress.ofLiteral("127.0.0." + i));
    }
    serve(0);
    route = new Route(false, "host", servers.getFirst().port(), null);
  }

  @AfterEach
  void close() throws IOException {
    for (TestServer server : servers) {
      server.close();
    }
  }

  @Test
  void connections_spread_over_all() throws IOException {
    serve(1);
    serve(2);
    serve(3);
    try (HttpClient client = client()) {
      List<Exchange> all = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        all.add(sent(client));
      }
      assertThat(servers).extracting(TestServer::connections).containsOnly(3);
      all.forEach(Exchange::close);
    }
  }

  @Test
  void a_dead_one_is_passed_over_and_not_tried_again_for_a_while() throws Exception {
    serve(1);
    serve(2);
    // The fourth refuses connections.
    try (HttpClient client = client()) {
      List<Exchange> all = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        all.add(sent(client));
      }
      assertThat(servers).extracting(TestServer::connections).containsOnly(2);
      serve(3);
      now.addAndGet(Duration.ofSeconds(29).toNanos());
      for (int i = 0; i < 3; i++) {
        all.add(sent(client));
      }
      assertThat(servers.getLast().connections()).isZero();
      now.addAndGet(Duration.ofSeconds(1).toNanos());
      for (int i = 0; i < 3; i++) {
        all.add(sent(client));
      }
      assertThat(servers).extracting(TestServer::connections).containsOnly(3);
      all.forEach(Exchange::close);
    }
  }

  @Test
  void one_error_names_all_that_refuse() throws IOException {
    try (ServerSocket unused = new ServerSocket(0, 1, addresses.getFirst())) {
      route = new Route(false, "host", unused.getLocalPort(), null);
    }
    try (HttpClient client = client()) {
      assertThatThrownBy(() -> Fetch.get(client, route))
          .isInstanceOf(ConnectException.class)
          .satisfies(e ->
              assertThat(messages(e))
                  .containsExactlyInAnyOrder(
                      "cannot connect to 127.0.0.1: Connection refused",
                      "cannot connect to 127.0.0.2: Connection refused",
                      "cannot connect to 127.0.0.3: Connection refused",
                      "cannot connect to 127.0.0.4: Connection refused"));
      assertThat(client.standing()).isEqualTo(new PoolStanding(256, 0, 0, 0));
    }
  }

  @Test
  void those_that_do_not_answer_share_the_time_for_connecting() throws IOException {
    List<AutoCloseable> fill = new ArrayList<>();
    HttpSettings settings = settings().connectTimeout(Duration.ofMillis(200)).build();
    try (HttpClient client = new HttpClient(settings)) {
      int port = 0;
      for (InetAddress address : addresses) {
        // Whose queue is full.
        ServerSocket deaf = new ServerSocket(port, 1, address);
        port = deaf.getLocalPort();
        fill.add(deaf);
        fill.add(new Socket(address, port));
        fill.add(new Socket(address, port));
      }
      Route route = new Route(false, "host", port, null);
      long begun = System.nanoTime();
      assertThatThrownBy(() -> Fetch.get(client, route))
          .isInstanceOf(SocketTimeoutException.class)
          .satisfies(e -> assertThat(messages(e)).hasSize(4));
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .isBetween(Duration.ofMillis(150), Duration.ofSeconds(5));
    } finally {
      close(fill);
    }
  }

  @Test
  void one_that_stalls_in_the_handshake_comes_last() throws Exception {
    HttpSettings settings =
        settings()
            .tls(Tls.client())
            .tlsTimeout(Duration.ofSeconds(2))
            .verifyHostname(false)
            .build();
    addresses.subList(2, 4).clear();
    try (TestServer secure =
            TestServer.start("127.0.0.2", route.port(), Tls.server(), TestServer.always(OK));
        HttpClient client = new HttpClient(settings)) {
      Route tls = new Route(true, "host", route.port(), null);
      List<Exchange> all = new ArrayList<>();
      int stalled = 0;
      while (all.size() < 4) {
        Exchange exchange = client.exchange(tls, Fetch.GET);
        try {
          exchange.send();
          all.add(exchange);
        } catch (SocketTimeoutException _) {
          stalled++;
        }
      }
      assertThat(stalled).isEqualTo(1);
      all.forEach(Exchange::close);
      assertThat(secure.connections()).isEqualTo(4);
    }
  }

  @Test
  void a_host_without_address_is_unknown() {
    addresses.clear();
    try (HttpClient client = client()) {
      assertThatThrownBy(() -> Fetch.get(client, route))
          .isInstanceOf(UnknownHostException.class)
          .hasMessage("host");
      assertThat(client.standing()).isEqualTo(new PoolStanding(256, 0, 0, 0));
    }
  }

  private void serve(int index) throws IOException {
    String address = addresses.get(index).getHostAddress();
    int port = servers.isEmpty() ? 0 : route.port();
    servers.add(TestServer.start(address, port, null, TestServer.always(OK)));
  }

  private HttpSettings.Builder settings() {
    return HttpSettings.builder().clock(now::get).resolver(_ -> List.copyOf(addresses));
  }

  private HttpClient client() {
    return new HttpClient(settings().build());
  }

  private Exchange sent(HttpClient client) throws IOException {
    Exchange exchange = client.exchange(route, Fetch.GET);
    exchange.send();
    return exchange;
  }

  /// Of a failure and those that it suppressed, and so on.
  private static List<String> messages(Throwable failure) {
    List<String> messages = new ArrayList<>();
    messages.add(failure.getMessage());
    for (Throwable other : failure.getSuppressed()) {
      messages.addAll(messages(other));
    }
    return messages;
  }

  private static void close(List<AutoCloseable> all) {
    for (AutoCloseable one : all) {
      try {
        one.close();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }
}
