package dev.millrace.s3.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What goes out for a request, byte by byte.
class RequestBytesTest {
  private static final Route ROUTE = new Route(false, "bucket.example", 80, null);

  @Test
  void a_request_goes_out_as_it_is_given() throws IOException {
    Headers headers =
        Headers.of(
            List.of(
                new Header("hOsT", "other.example:1"),
                new Header("X-A", "one  two\tthree \u00e4"),
                new Header("x-a", ""),
                new Header("Authorization", "AWS4-HMAC-SHA256 Credential=a/b, Signature=c")));
    HttpRequest request = new HttpRequest("GET", "/a%20b/../c?x=%2F&y", headers);
    assertThat(sent(ROUTE, request, true))
        .isEqualTo(
            String.join(
                "\r\n",
                "GET /a%20b/../c?x=%2F&y HTTP/1.1",
                "hOsT: other.example:1",
                "X-A: one  two\tthree \u00e4",
                "x-a: ",
                "Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=c",
                "",
                ""));
  }

  @Test
  void the_host_is_added_where_it_is_missing() throws IOException {
    assertThat(sent(ROUTE, Fetch.GET, true))
        .isEqualTo("GET / HTTP/1.1\r\nHost: bucket.example\r\n\r\n");
  }

  @Test
  void the_host_carries_a_port_that_is_not_the_usual_one() {
    assertThat(Route.to(URI.create("http://Host.example")).authority()).isEqualTo("host.example");
    assertThat(Route.to(URI.create("https://host.example:443/a")).authority())
        .isEqualTo("host.example");
    assertThat(Route.to(URI.create("http://host.example:443")).authority())
        .isEqualTo("host.example:443");
    assertThat(Route.to(URI.create("https://[2001:DB8::1]:8443/")).authority())
        .isEqualTo("[2001:db8::1]:8443");
    assertThat(Route.to(URI.create("https://[2001:db8::1]/")).host()).isEqualTo("2001:db8::1");
  }

  @Test
  void a_body_of_known_length_is_announced_and_sent_as_it_is() throws IOException {
    assertThat(sent(ROUTE, Fetch.put("hello".getBytes(ISO_8859_1)), true))
        .isEqualTo("PUT / HTTP/1.1\r\nHost: bucket.example\r\nContent-Length: 5\r\n\r\nhello");
    assertThat(sent(ROUTE, Fetch.put(new byte[0]), true)).endsWith("Content-Length: 0\r\n\r\n");
  }

  @Test
  void a_length_that_is_given_is_not_given_twice() throws IOException {
    HttpRequest request =
        Fetch.put("hello".getBytes(ISO_8859_1), new Header("content-length", "5"));
    assertThat(sent(ROUTE, request, true))
        .isEqualTo("PUT / HTTP/1.1\r\nHost: bucket.example\r\ncontent-length: 5\r\n\r\nhello");
  }

  @Test
  void a_body_of_unknown_length_goes_in_chunks() throws IOException {
    HttpRequest request = Fetch.putInChunks("hello hello hello".getBytes(ISO_8859_1));
    assertThat(sent(ROUTE, request, true))
        .endsWith("Transfer-Encoding: chunked\r\n\r\n11\r\nhello hello hello\r\n0\r\n\r\n");
    assertThat(sent(ROUTE, Fetch.putInChunks(new byte[0]), true)).endsWith("\r\n\r\n0\r\n\r\n");
  }

  @Test
  void a_connection_that_is_not_to_be_kept_is_announced_as_such() throws IOException {
    assertThat(sent(ROUTE, Fetch.GET, false)).endsWith("\r\nConnection: close\r\n\r\n");
    Headers close = Headers.of(List.of(new Header("connection", "te, Close")));
    assertThat(sent(ROUTE, new HttpRequest("GET", "/", close), false))
        .endsWith("\r\nconnection: te, Close\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\rb",
        "a\nb",
        "a\r\nEvil: b",
        "a\0b",
        "a\u007f",
        "\u0100",
        " a",
        "a ",
        "\ta",
        "\n"
      })
  void values_that_would_not_arrive_as_they_are_cannot_be_given(String value) {
    assertThatThrownBy(() -> new Header("X-Secret", value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("header X-Secret has a value that cannot be sent");
    assertThatThrownBy(() -> new Proxy(false, "proxy", 1, value))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a:", "a\r\n", "\u00e4", "a\0", "a(b)", "\"a\""})
  void names_are_tokens(String name) {
    assertThatThrownBy(() -> new Header(name, "value"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HttpRequest(name, "/", Headers.NONE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/a b", "/a\r\nEvil: b", "/a\tb", "/\u00e4", "/\0", "/\u007f"})
  void targets_are_visible_ascii(String target) {
    assertThatThrownBy(() -> new HttpRequest("GET", target, Headers.NONE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a b", "a/b", "a\r\nb", "a@b", "a?b", "a#b", "[::1]", "a\\b", "\u00e4"})
  void hosts_are_hosts(String host) {
    assertThatThrownBy(() -> new Route(true, host, 443, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Proxy(false, host, 443, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://host/", "/path", "https:///a", "mailto:a@b"})
  void a_route_leads_to_a_web_server(String uri) {
    assertThatThrownBy(() -> Route.to(URI.create(uri)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void framing_is_not_for_the_caller_to_break() {
    byte[] hello = "hello".getBytes(ISO_8859_1);
    for (String length : List.of("4", "6", "+5", "05 ", "5, 5", "")) {
      assertThatThrownBy(() -> Fetch.put(hello, new Header("Content-Length", length)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    Header five = new Header("Content-Length", "5");
    assertThatThrownBy(() -> Fetch.put(hello, five, five))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Fetch.putInChunks(hello, five))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HttpRequest("GET", "/", Headers.of(List.of(five))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Fetch.put(hello, new Header("Transfer-Encoding", "chunked")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 6})
  void a_body_of_another_length_than_announced_breaks_the_exchange(long announced) {
    RequestBody lying =
        new RequestBody() {
          @Override
          public long length() {
            return announced;
          }

          @Override
          public void writeTo(OutputStream out) throws IOException {
            out.write("hello".getBytes(ISO_8859_1));
          }
        };
    assertThatThrownBy(() -> sent(ROUTE, new HttpRequest("PUT", "/", Headers.NONE, lying), true))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("than announced");
  }

  private static String sent(Route route, HttpRequest request, boolean keepAlive)
      throws IOException {
    String answer = "HTTP/1.1 204 No Content\r\n\r\n";
    ScriptedWire wire = new ScriptedWire(Parsed.cut(answer, 100));
    Input input = new Input(wire, new Buffers(Input.LONGEST_LINE + 2048));
    InetAddress address = InetAddress.ofLiteral("127.0.0.1");
    HttpSettings settings = HttpSettings.builder().build();
    Connection connection = new Connection(route, address, wire, input, settings);
    connection.setAtWork(true);
    connection.exchange(request, keepAlive);
    return new String(wire.written(), ISO_8859_1);
  }
}
