package dev.millrace.s3.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.testing.TlsProvider;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The same over TLS, of the JDK's provider and of Millrace's.
@Timeout(60)
class TlsTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
  private final AtomicLong now = new AtomicLong();

  @ParameterizedTest
  @EnumSource
  void a_connection_serves_one_exchange_after_another(TlsProvider provider) throws Exception {
    try (TestServer server = serve(TestServer.always(OK));
        HttpClient client = client(provider)) {
      for (int i = 0; i < 5; i++) {
        assertThat(Fetch.get(client, server.route())).isEqualTo("ok");
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "JDK, TLSv1.3",
    "JDK, TLSv1.2",
    "MILLRACE, TLSv1.3",
    "MILLRACE, TLSv1.2",
  })
  void sessions_are_resumed(TlsProvider provider, String protocol) throws Exception {
    TestServer.Script script =
        peer -> {
          ((SSLSocket) peer.socket()).setEnabledProtocols(new String[] {protocol});
          peer.head();
          SSLSession session = ((SSLSocket) peer.socket()).getSession();
          seen.add(session.getProtocol() + " " + session.getCreationTime());
          peer.say("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
          peer.awaitEnd();
        };
    try (TestServer server = serve(script);
        HttpClient client = client(provider)) {
      for (int i = 0; i < 3; i++) {
        Fetch.get(client, server.route());
      }
      assertThat(server.connections()).isEqualTo(3);
    }
    assertThat(seen).allSatisfy(session -> assertThat(session).isEqualTo(seen.peek()));
  }

  @ParameterizedTest
  @EnumSource
  void a_certificate_for_another_host_is_refused(TlsProvider provider) throws Exception {
    try (TestServer server = serve(TestServer.always(OK));
        HttpClient client = new HttpClient(elsewhere(provider).build());
        HttpClient careless = new HttpClient(elsewhere(provider).verifyHostname(false).build())) {
      Route other = new Route(true, "other.example", server.port(), null);
      assertThatThrownBy(() -> Fetch.get(client, other)).isInstanceOf(SSLException.class);
      assertThat(client.standing()).isEqualTo(new PoolStanding(256, 0, 0, 0));
      assertThat(Fetch.get(careless, other)).isEqualTo("ok");
      Route same = new Route(true, "localhost", server.port(), null);
      assertThat(Fetch.get(client, same)).isEqualTo("ok");
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_server_is_told_why_a_handshake_fails(TlsProvider provider) throws Exception {
    TestServer.Script script =
        peer -> {
          try {
            peer.head();
          } catch (IOException e) {
            seen.add(e.toString());
          }
        };
    try (TestServer server = serve(script);
        HttpClient client = new HttpClient(elsewhere(provider).build())) {
      Route other = new Route(true, "other.example", server.port(), null);
      String end;
      do {
        assertThatThrownBy(() -> Fetch.get(client, other)).isInstanceOf(SSLException.class);
        // A reset may overtake it, where the server was still speaking.
        end = (String) seen.take();
      } while (end.contains("SocketException"));
      assertThat(end).contains("fatal alert");
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_idle_connection_ends_with_close_notify(TlsProvider provider) throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(OK);
          // An end without it would be an exception.
          seen.add(peer.awaitEnd());
        };
    try (TestServer server = serve(script)) {
      HttpClient client = client(provider);
      Fetch.get(client, server.route());
      client.close();
      assertThat(seen.take()).isEqualTo(0L);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_body_without_length_ends_with_close_notify(TlsProvider provider) throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say("HTTP/1.1 200 OK\r\n\r\nhello");
          peer.socket().shutdownOutput();
          peer.awaitEnd();
        };
    try (TestServer server = serve(script);
        HttpClient client = client(provider)) {
      assertThat(Fetch.get(client, server.route())).isEqualTo("hello");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_body_without_length_that_may_have_been_cut_is_refused(TlsProvider provider)
      throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say("HTTP/1.1 200 OK\r\n\r\nhello");
          peer.raw().shutdownOutput();
          peer.raw().getInputStream().readAllBytes();
        };
    try (TestServer server = serve(script);
        HttpClient client = client(provider)) {
      assertThatThrownBy(() -> Fetch.get(client, server.route()))
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("close_notify");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_message_of_the_handshake_does_an_idle_connection_no_harm(TlsProvider provider)
      throws Exception {
    // Asked to shake hands again, Millrace's server sends a KeyUpdate that wants no answer.
    String second = afterKeyUpdate(provider, Tls.server(TlsProvider.MILLRACE));
    assertThat(second).isEqualTo("0");
  }

  /// The JDK's server sends one that does, which Millrace's client answers when it speaks next.
  @ParameterizedTest
  @CsvSource({"JDK, 1", "MILLRACE, 0"})
  void an_idle_connection_whose_peer_wants_an_answer_now_is_left(
      TlsProvider provider, String serves) throws Exception {
    assertThat(afterKeyUpdate(provider, Tls.server())).isEqualTo(serves);
  }

  /// Which connection serves after the first has rested, and the server has said something on it.
  private String afterKeyUpdate(TlsProvider provider, SSLContext context) throws Exception {
    CountDownLatch resting = new CountDownLatch(1);
    CountDownLatch said = new CountDownLatch(1);
    TestServer.Script script =
        peer -> {
          while (!peer.head().isEmpty()) {
            peer.say("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + peer.index());
            resting.await();
            if (said.getCount() > 0) {
              ((SSLSocket) peer.socket()).startHandshake();
              said.countDown();
            }
          }
        };
    try (TestServer server = TestServer.start("127.0.0.1", context, script);
        HttpClient client = client(provider)) {
      Fetch.get(client, server.route());
      resting.countDown();
      said.await();
      now.addAndGet(Duration.ofSeconds(1).toNanos());
      return Fetch.get(client, server.route());
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_comes_after_the_end_of_an_answer_ends_the_connection(TlsProvider provider)
      throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say(peer.index() == 0 ? OK + "HTTP/1.1 404 No\r\n\r\n" : OK);
          seen.add(peer.awaitEnd());
        };
    try (TestServer server = serve(script);
        HttpClient client = client(provider)) {
      Fetch.get(client, server.route());
      assertThat(Fetch.get(client, server.route())).isEqualTo("ok");
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void large_bodies_go_both_ways(TlsProvider provider) throws Exception {
    byte[] large = new byte[5 << 20];
    new Random(1).nextBytes(large);
    TestServer.Script script =
        peer -> {
          while (!peer.head().isEmpty()) {
            String body = peer.hear(large.length);
            peer.say("HTTP/1.1 200 OK\r\nContent-Length: " + large.length + "\r\n\r\n" + body);
          }
        };
    try (TestServer server = serve(script);
        HttpClient client = client(provider)) {
      for (boolean virtual : List.of(true, false)) {
        HttpRequest request = Fetch.put(large);
        String echo =
            Started.on(virtual, () -> Fetch.body(client, server.route(), request)).result();
        assertThat(echo.getBytes(ISO_8859_1)).isEqualTo(large);
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"JDK, 1", "JDK, 7", "JDK, 4000", "MILLRACE, 1", "MILLRACE, 7", "MILLRACE, 4000"})
  void it_does_not_matter_how_records_are_cut(TlsProvider provider, int piece) throws Exception {
    String content = "0123456789abcdef".repeat(200);
    TestServer.Script script =
        peer -> {
          while (!peer.head().isEmpty()) {
            for (byte[] part :
                Parsed.cut("HTTP/1.1 200 OK\r\nContent-Length: 3200\r\n\r\n" + content, 100)) {
              peer.socket().getOutputStream().write(part);
            }
          }
        };
    try (TestServer server = serve(script);
        TestServer relay = TestServer.start(peer -> relay(peer, server.port(), piece));
        HttpClient client = client(provider)) {
      Route cut = new Route(true, "127.0.0.1", relay.port(), null);
      assertThat(Fetch.get(client, cut)).isEqualTo(content);
      assertThat(Fetch.get(client, cut)).isEqualTo(content);
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_end_of_a_handshake_travels_with_the_request(TlsProvider provider) throws Exception {
    HttpSettings settings = settings(provider).build();
    List<Integer> records = new ArrayList<>();
    try (TestServer server = serve(TestServer.always(OK));
        Watch watch = new Watch(Duration.ofSeconds(10), () -> {})) {
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
      Wire plain =
          PlainWire.connect(address, Duration.ofSeconds(10), settings, watch, new Abortion());
      SSLEngine engine =
          provider.client(Tls.certificate()).createSSLEngine("127.0.0.1", server.port());
      engine.setUseClientMode(true);
      TlsWire wire = new TlsWire(counting(plain, records), engine, new Buffers(1 << 16));
      wire.handshake();
      int sent = records.size();
      wire.write(ByteBuffer.wrap("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(ISO_8859_1)));
      assertThat(records).hasSize(sent + 1);
      assertThat(records.getLast()).isGreaterThanOrEqualTo(2);
      ByteBuffer answer = ByteBuffer.allocate(OK.length());
      while (answer.hasRemaining()) {
        assertThat(wire.read(answer)).isPositive();
      }
      assertThat(new String(answer.array(), ISO_8859_1)).isEqualTo(OK);
      wire.abort();
    }
  }

  /// Notes of each write how many TLS records it has.
  private static Wire counting(Wire wire, List<Integer> records) {
    return (Wire)
        java.lang.reflect.Proxy.newProxyInstance(
            Wire.class.getClassLoader(),
            new Class<?>[] {Wire.class},
            (_, method, arguments) -> {
              if (method.getName().equals("write")) {
                ByteBuffer written = (ByteBuffer) arguments[0];
                int count = 0;
                for (int at = written.position(); at < written.limit(); count++) {
                  at += 5 + written.getShort(at + 3);
                }
                records.add(count);
              }
              return method.invoke(wire, arguments);
            });
  }

  /// Passes on what the server at `port` says, in pieces of that size.
  private static void relay(Peer peer, int port, int piece) throws IOException {
    try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
      Thread.ofVirtual()
          .start(() -> {
            try {
              peer.raw().getInputStream().transferTo(server.getOutputStream());
            } catch (IOException _) {
              // Either side is done.
            }
          });
      InputStream in = server.getInputStream();
      byte[] some = new byte[piece];
      for (int count = in.read(some); count >= 0; count = in.read(some)) {
        peer.raw().getOutputStream().write(some, 0, count);
      }
    }
  }

  private static TestServer serve(TestServer.Script script) throws IOException {
    return TestServer.start("127.0.0.1", Tls.server(), script);
  }

  private HttpClient client(TlsProvider provider) throws Exception {
    return new HttpClient(settings(provider).build());
  }

  private HttpSettings.Builder settings(TlsProvider provider) throws Exception {
    return HttpSettings.builder()
        .clock(now::get)
        .reapIdle(false)
        .tls(provider.client(Tls.certificate()));
  }

  /// Finds every host on this machine.
  private HttpSettings.Builder elsewhere(TlsProvider provider) throws Exception {
    return settings(provider).resolver(_ -> List.of(InetAddress.ofLiteral("127.0.0.1")));
  }
}
