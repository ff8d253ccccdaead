package dev.millrace.s3.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ProxyTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  private static final String SECRET = Proxy.basic("user", "pass:word");

  /// The heads of the requests that the proxy got.
  private final BlockingQueue<String> heads = new LinkedBlockingQueue<>();

  @Test
  void credentials_are_encoded_and_not_told() {
    assertThat(SECRET).isEqualTo("Basic dXNlcjpwYXNzOndvcmQ=");
    Proxy proxy = new Proxy(true, "proxy.example", 3128, SECRET);
    assertThat(proxy).hasToString("proxy.example:3128");
    assertThat(new Route(true, "host", 443, proxy))
        .hasToString("host:443 through the proxy proxy.example:3128");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_request_for_http_goes_to_the_proxy_in_absolute_form(boolean secure) throws Exception {
    TestServer.Script script =
        peer -> {
          for (String head = peer.head(); !head.isEmpty(); head = peer.head()) {
            heads.add(head);
            peer.say(OK);
          }
        };
    try (TestServer server = TestServer.start("127.0.0.1", secure ? Tls.server() : null, script);
        HttpClient client = client()) {
      Route route = new Route(false, "bucket.example", 8080, proxy(server, secure));
      assertThat(Fetch.get(client, route)).isEqualTo("ok");
      assertThat(Fetch.get(client, route)).isEqualTo("ok");
      assertThat(heads.take())
          .isEqualTo(
              String.join(
                  "\r\n",
                  "GET http://bucket.example:8080/ HTTP/1.1",
                  "Host: bucket.example:8080",
                  "Proxy-Authorization: Basic dXNlcjpwYXNzOndvcmQ=",
                  "",
                  ""));
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"false, HTTP/1.1 200 OK", "true, HTTP/1.0 200 Connection established"})
  void a_request_for_https_goes_through_a_tunnel(boolean secure, String answer) throws Exception {
    try (TestServer origin = TestServer.start("127.0.0.1", Tls.server(), TestServer.always(OK));
        TestServer server =
            TestServer.start(
                "127.0.0.1",
                secure ? Tls.server() : null,
                peer -> {
                  heads.add(peer.head());
                  peer.say(answer + "\r\n\r\n");
                  tunnel(peer, origin.port());
                });
        HttpClient client = client()) {
      Route route = new Route(true, "localhost", origin.port(), proxy(server, secure));
      assertThat(Fetch.get(client, route)).isEqualTo("ok");
      assertThat(Fetch.get(client, route)).isEqualTo("ok");
      String authority = "localhost:" + origin.port();
      assertThat(heads.take())
          .isEqualTo(
              "CONNECT %s HTTP/1.1\r\nHost: %s\r\nProxy-Authorization: %s\r\n\r\n"
                  .formatted(authority, authority, SECRET));
      assertThat(server.connections()).isEqualTo(1);
      assertThat(client.standing()).isEqualTo(new PoolStanding(256, 0, 1, 0));
    }
  }

  @Test
  void a_refused_tunnel_is_told_without_the_credentials() throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
        };
    try (TestServer server = TestServer.start(script);
        HttpClient client = client()) {
      Route route = new Route(true, "bucket.example", 443, proxy(server, false));
      assertThatThrownBy(() -> Fetch.get(client, route))
          .isInstanceOf(ConnectException.class)
          .hasMessage(
              "the proxy 127.0.0.1:%d refuses a tunnel to bucket.example:443:"
                  + " 407 Proxy Authentication Required",
              server.port());
      assertThat(client.standing()).isEqualTo(new PoolStanding(256, 0, 0, 0));
    }
  }

  @Test
  void a_proxy_that_speaks_for_the_server_is_not_believed() throws Exception {
    TestServer.Script script =
        peer -> {
          peer.head();
          peer.say("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n");
          peer.awaitEnd();
        };
    try (TestServer server = TestServer.start(script);
        HttpClient client = client()) {
      Route route = new Route(true, "bucket.example", 443, proxy(server, false));
      assertThatThrownBy(() -> Fetch.get(client, route))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("speaks where the server should");
      assertThat(client.standing()).isEqualTo(new PoolStanding(256, 0, 0, 0));
    }
  }

  private static Proxy proxy(TestServer server, boolean secure) {
    return new Proxy(secure, "127.0.0.1", server.port(), SECRET);
  }

  private static HttpClient client() throws IOException {
    return new HttpClient(HttpSettings.builder().tls(Tls.client()).build());
  }

  private static void tunnel(Peer peer, int port) throws IOException {
    try (Socket origin = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
      Thread.ofVirtual().start(() -> pass(origin, peer));
      OutputStream there = origin.getOutputStream();
      byte[] some = new byte[8192];
      for (int count = peer.some(some); count >= 0; count = peer.some(some)) {
        there.write(some, 0, count);
      }
    }
  }

  private static void pass(Socket origin, Peer peer) {
    try {
      InputStream in = origin.getInputStream();
      in.transferTo(peer.socket().getOutputStream());
    } catch (IOException _) {
      // Either side is done.
    }
  }
}
