package dev.millrace.s3.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Bodies that wait to be asked for, and answers that do not wait for bodies.
@Timeout(60)
class ContinueTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  private static final String REFUSED = "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno";
  private static final HttpRequest EXPECTING =
      Fetch.put("hello".getBytes(ISO_8859_1), new Header("Expect", "100-continue"));

  /// What the server has heard after a head.
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_body_that_is_asked_for_is_sent(boolean secure) throws Exception {
    TestServer.Script script =
        peer -> {
          while (!peer.head().isEmpty()) {
            peer.say("HTTP/1.1 100 Continue\r\n\r\n");
            heard.add(peer.hear(5));
            peer.say(OK);
          }
        };
    try (Sides sides = sides(secure, Duration.ofHours(1), script)) {
      for (int i = 0; i < 3; i++) {
        assertThat(sides.put()).isEqualTo("ok");
        assertThat(heard.take()).isEqualTo("hello");
      }
      assertThat(sides.server.connections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_body_that_is_refused_is_not_sent(boolean secure) throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(REFUSED);
          heard.add(peer.hear(5));
        };
    try (Sides sides = sides(secure, Duration.ofHours(1), script)) {
      assertThat(sides.put()).isEqualTo("no");
      assertThat(heard.take()).isEmpty();
      assertThat(sides.client.standing()).isEqualTo(new PoolStanding(256, 0, 0, 0));
    }
  }

  /// Over TLS 1.3 the server has said something by then: its session tickets.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_body_that_nobody_asks_for_is_sent_after_a_while(boolean secure) throws Exception {
    TestServer.Script script =
        peer -> {
          while (!peer.head().isEmpty()) {
            heard.add(peer.hear(5));
            peer.say(OK);
          }
        };
    try (Sides sides = sides(secure, Duration.ofMillis(30), script)) {
      for (int i = 0; i < 3; i++) {
        assertThat(sides.put()).isEqualTo("ok");
        assertThat(heard.take()).isEqualTo("hello");
      }
      assertThat(sides.server.connections()).isEqualTo(1);
    }
  }

  @Test
  void another_protocol_is_not_what_was_asked_for() throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say("HTTP/1.1 101 Switching Protocols\r\n\r\n");
          heard.add(peer.hear(5));
        };
    try (Sides sides = sides(false, Duration.ofHours(1), script)) {
      assertThatThrownBy(sides::put).isInstanceOf(ProtocolException.class);
      assertThat(heard.take()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_answer_that_comes_while_the_body_is_sent_is_read(boolean secure) throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(REFUSED);
          // Some of it, so that the client is at it still when it learns of the end.
          peer.hear(1 << 20);
        };
    try (Sides sides = sides(secure, Duration.ofHours(1), script)) {
      HttpRequest request = Fetch.put(new byte[32 << 20]);
      try (Exchange exchange = sides.client.exchange(sides.server.route(), request)) {
        assertThat(exchange.send().status()).isEqualTo(403);
        assertThat(Fetch.body(exchange)).isEqualTo("no");
      }
      assertThat(sides.client.standing()).isEqualTo(new PoolStanding(256, 0, 0, 0));
    }
  }

  private static Sides sides(boolean secure, Duration wait, TestServer.Script script)
      throws IOException {
    HttpSettings settings = HttpSettings.builder().continueWait(wait).tls(Tls.client()).build();
    return new Sides(
        TestServer.start("127.0.0.1", secure ? Tls.server() : null, script),
        new HttpClient(settings));
  }

  private record Sides(TestServer server, HttpClient client) implements AutoCloseable {
    String put() throws IOException {
      return Fetch.body(client, server.route(), EXPECTING);
    }

    @Override
    public void close() throws IOException {
      client.close();
      server.close();
    }
  }
}
