package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests of HTTP/1.1 that two readers may take for different ones, each followed by the octets
/// of another request. What is refused is refused once and closed; what is answered is answered
/// once and closed; and what follows is never taken for a request.
///
/// Sources: RFC 9112 and RFC 9110 by section; Linhart, Klein, Heled, Orrin: HTTP Request Smuggling
/// (2005); Kettle: HTTP Desync Attacks (2019), Browser-Powered Desync Attacks (2022); Klein: HTTP
/// Request Smuggling in 2020; Bishop Fox: h2c Smuggling (2020); Reitz, Cutler: Chunk extensions
/// ("TERM.EXT", "SPILL.TERM", 2025).
@Timeout(120)
class RequestSmugglingTest {
  private static final String START = "GET /mill/k HTTP/1.1\r\nHost: h\r\n";
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d)\\d\\d ");

  @TempDir private static Path folder;
  private static TestGateway gateway;

  @BeforeAll
  static void serveAFolder() throws IOException {
    Files.writeString(folder.resolve("k"), "value");
    gateway =
        TestGateway.serving(
            folder,
            "admin-port",
            "0",
            "client-timeout",
            "2s",
            "attempts",
            "1",
            "connect-timeout",
            "10ms",
            "read-timeout",
            "10ms");
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  /// A request and where the trick is told of.
  record Row(String source, String request) {}

  /// A request by headers beside Host, and a body.
  private static Row row(String source, String headers, String body) {
    return new Row(source, START + headers + "\r\n" + body);
  }

  private static Row row(String source, String headers) {
    return row(source, headers, "");
  }

  static Stream<Row> refused() {
    return Stream.of(lengths(), encodings(), lines(), targets(), versions()).flatMap(rows -> rows);
  }

  private static Stream<Row> lengths() {
    return Stream.of(
        row("9112 6.3: differing", "Content-Length: 5\r\nContent-Length: 0\r\n", "hello"),
        row("9112 6.3: zero first", "Content-Length: 0\r\nContent-Length: 5\r\n", "hello"),
        row("9112 6.3: twice", "Content-Length: 5\r\nContent-Length: 5\r\n", "hello"),
        row("9110 8.6: list", "Content-Length: 5, 5\r\n", "hello"),
        row("9110 8.6: differing list", "Content-Length: 5, 6\r\n", "hello"),
        row("9110 8.6: plus", "Content-Length: +5\r\n", "hello"),
        row("9110 8.6: plus zero", "Content-Length: +0\r\n"),
        row("9110 8.6: minus", "Content-Length: -5\r\n", "hello"),
        row("9110 8.6: minus zero", "Content-Length: -0\r\n"),
        row("9110 8.6: hexadecimal", "Content-Length: 0x5\r\n", "hello"),
        row("9110 8.6: inner space", "Content-Length: 5 5\r\n", "hello"),
        row("9110 8.6: underscore", "Content-Length: 4_4\r\n"),
        row("9110 8.6: other digits", "Content-Length: \u0665\r\n"),
        row("9110 8.6: 2^64", "Content-Length: 18446744073709551616\r\n"),
        row("9110 8.6: 2^63", "Content-Length: 9223372036854775808\r\n"),
        row("9110 8.6: empty", "Content-Length:\r\n"),
        row("9110 8.6: comma", "Content-Length: ,\r\n"),
        row("Klein 2020: lookalike", "Content_Length: 5\r\n", "hello"),
        row("9112 5.1: space before colon", "Content-Length : 5\r\n", "hello"));
  }

  private static Stream<Row> encodings() {
    String none = "0\r\n\r\n";
    return Stream.of(
        row("CL.TE", "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", none),
        row("TE.CL", "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", none),
        row("Kettle 2019: TE.TE", "Transfer-Encoding: xchunked\r\n", none),
        row("Kettle 2019: space before colon", "Transfer-Encoding : chunked\r\n", none),
        row("Kettle 2019: tab before colon", "Transfer-Encoding\t: chunked\r\n", none),
        row("Kettle 2019: two", "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n", none),
        row("Kettle 2019: last", "Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n", none),
        row("Kettle 2019: leading space", " Transfer-Encoding: chunked\r\n", none),
        row("Kettle 2019: X:X\\n", "X: X\nTransfer-Encoding: chunked\r\n", none),
        row("Kettle 2019: on the next line", "Transfer-Encoding\r\n: chunked\r\n", none),
        row("Kettle 2019: folded", "Transfer-Encoding:\r\n chunked\r\n", none),
        row("Kettle 2019: vertical tab", "Transfer-Encoding:\u000bchunked\r\n", none),
        row("Kettle 2019: NUL", "Transfer-Encoding: chunked\0\r\n", none),
        row("Kettle 2019: quoted", "Transfer-Encoding: \"chunked\"\r\n", none),
        row("9112 7: parameter", "Transfer-Encoding: chunked;q=1\r\n", none),
        row("9112 7.1: applied twice", "Transfer-Encoding: chunked, chunked\r\n", none),
        row("9112 6.1: not last", "Transfer-Encoding: chunked, gzip\r\n", none),
        row("9112 6.1: unknown", "Transfer-Encoding: gzip, chunked\r\n", none),
        row("9112 7: identity", "Transfer-Encoding: identity\r\n"),
        row("9112 6.1: empty", "Transfer-Encoding:\r\n"),
        row("Klein 2020: lookalike", "Transfer_Encoding: chunked\r\n", none));
  }

  private static Stream<Row> lines() {
    return Stream.of(
        row("9112 5.2: folded", "X: a\r\n b\r\n"),
        row("9112 5.2: folded by tab", "X: a\r\n\tContent-Length: 5\r\n", "hello"),
        row("9112 5.1: space before colon", "X : a\r\n"),
        row("9110 5.1: no name", ": a\r\n"),
        row("9112 5: no colon", "X\r\n"),
        row("9112 2.2: bare LF", "X: a\nContent-Length: 5\r\n", "hello"),
        row("9112 2.2: bare CR", "X: a\rContent-Length: 5\r\n", "hello"),
        row("9112 2.2: CR CR LF", "X: a\r\r\n"),
        row("9110 5.5: NUL", "X: a\0b\r\n"),
        row("9110 5.1: NUL in a name", "X\0: b\r\n"),
        row("9110 5.1: no token", "X\u0001: b\r\n"),
        row("9110 5.1: not ASCII", "X\u00e9: b\r\n"),
        new Row("9112 2.2: bare LF", "GET /mill/k HTTP/1.1\nHost: h\n\n"),
        new Row("9112 2.2: first line", "GET /mill/k HTTP/1.1\nHost: h\r\n\r\n"),
        new Row("9112 2.2: whitespace first", "GET /mill/k HTTP/1.1\r\n X: a\r\nHost: h\r\n\r\n"),
        new Row("9112 3: tabs", "GET\t/mill/k\tHTTP/1.1\r\nHost: h\r\n\r\n"),
        new Row("9112 3: two spaces", "GET  /mill/k HTTP/1.1\r\nHost: h\r\n\r\n"),
        new Row("9112 3: trailing space", "GET /mill/k HTTP/1.1 \r\nHost: h\r\n\r\n"),
        new Row("9112 3: leading space", " GET /mill/k HTTP/1.1\r\nHost: h\r\n\r\n"),
        new Row("9110 9.1: no token", "G(T /mill/k HTTP/1.1\r\nHost: h\r\n\r\n"),
        row("more lines than a request needs", "X: y\r\n".repeat(200)));
  }

  private static Stream<Row> targets() {
    return Stream.of(
        new Row("9112 3.2: no Host", "GET /mill/k HTTP/1.1\r\n\r\n"),
        row("9112 3.2: two", "Host: other\r\n"),
        row("9112 3.2: twice", "Host: h\r\n"),
        new Row("9112 3.2: empty", "GET /mill/k HTTP/1.1\r\nHost:\r\n\r\n"),
        new Row("9112 3.2: user", "GET /mill/k HTTP/1.1\r\nHost: u@h\r\n\r\n"),
        new Row("9112 3.2: path", "GET /mill/k HTTP/1.1\r\nHost: h/x\r\n\r\n"),
        new Row("9112 3.2: port", "GET /mill/k HTTP/1.1\r\nHost: h:x\r\n\r\n"),
        new Row("9112 3.2.2: other", "GET https://other/mill/k HTTP/1.1\r\nHost: h\r\n\r\n"),
        new Row("9112 3.2.2: same", "GET https://h/mill/k HTTP/1.1\r\nHost: h\r\n\r\n"),
        new Row("9112 3.2.3", "CONNECT h:443 HTTP/1.1\r\nHost: h\r\n\r\n"),
        new Row("9112 3.2.3: of GET", "GET h:443 HTTP/1.1\r\nHost: h\r\n\r\n"),
        new Row("9112 3.2.4: of GET", "GET * HTTP/1.1\r\nHost: h\r\n\r\n"),
        new Row("9112 3.2: fragment", "GET /mill/k#f HTTP/1.1\r\nHost: h\r\n\r\n"),
        new Row("9112 3.2: not ASCII", "GET /mill/\u00ff HTTP/1.1\r\nHost: h\r\n\r\n"));
  }

  private static Stream<Row> versions() {
    return Stream.of(
        new Row("HTTP/0.9", "GET /mill/k\r\n\r\n"),
        new Row("9112 2.3: 1.0", "GET /mill/k HTTP/1.0\r\nHost: h\r\n\r\n"),
        new Row(
            "9112 6.1: TE in 1.0",
            "GET /mill/k HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        new Row("9112 2.3: 1.2", "GET /mill/k HTTP/1.2\r\nHost: h\r\n\r\n"),
        new Row("9112 2.3: 2.0", "GET /mill/k HTTP/2.0\r\nHost: h\r\n\r\n"),
        new Row("9112 2.3: lower case", "GET /mill/k http/1.1\r\nHost: h\r\n\r\n"),
        new Row("9113 3.4: preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
  }

  static Stream<Row> answered() {
    String chunked = "Transfer-Encoding: chunked\r\n";
    return Stream.of(
        row("a body, and the next request at once", "Content-Length: 5\r\n", "hello"),
        row("9110 8.6: OWS", "Content-Length: 5 \r\n", "hello"),
        row("Kettle 2022: CL.0", "Content-Length: 60\r\n"),
        row("9110 10.1.1", "Expect: 100-continue\r\nContent-Length: 60\r\n"),
        row("9110 8.4: coded", "Content-Encoding: gzip\r\nContent-Length: 5\r\n", "hello"),
        row("9112 7.1: chunks", chunked, "5\r\nhello\r\n0\r\n\r\n"),
        row("Kettle 2019: tab", "Transfer-Encoding:\tchunked\r\n", "0\r\n\r\n"),
        row("9112 7.1: junk after a size", chunked, "5junk\r\nhello\r\n0\r\n\r\n"),
        row("9112 7.1: 2^32", chunked, "100000005\r\nhello\r\n0\r\n\r\n"),
        row("9112 7.1: 2^64", chunked, "10000000000000005\r\nhello\r\n0\r\n\r\n"),
        row("9112 7.1: minus", chunked, "-5\r\nhello\r\n0\r\n\r\n"),
        row("9112 7.1: plus", chunked, "+5\r\nhello\r\n0\r\n\r\n"),
        row("9112 7.1: 0x", chunked, "0x5\r\nhello\r\n0\r\n\r\n"),
        row("9112 7.1: no size", chunked, "\r\nhello\r\n0\r\n\r\n"),
        row("9112 7.1.1: extension", chunked, "5;a=b\r\nhello\r\n0\r\n\r\n"),
        row("TERM.EXT", chunked, "5;\nhello\r\n0\r\n\r\n"),
        row("SPILL.TERM", chunked, "5\r\nhelloXX0\r\n\r\n"),
        row("bare LF after a size", chunked, "5\nhello\n0\n\n"),
        row("9112 7.1.2: trailers", chunked, "0\r\nHost: x\r\nContent-Length: 9\r\n\r\n"),
        row("never ends", chunked, "7fffffff\r\nhello"));
  }

  @ParameterizedTest
  @MethodSource
  void refused(Row row) throws IOException {
    String answer = answer(row);
    assertThat(STATUS.matcher(answer).results().count()).isEqualTo(1);
    assertThat(answer)
        .matches("(?s)HTTP/1\\.1 [45]\\d\\d .*")
        .doesNotContain("HTTP/1.1 500", "value");
  }

  @ParameterizedTest
  @MethodSource
  void answered(Row row) throws IOException {
    String answer = answer(row);
    assertThat(STATUS.matcher(answer).results().count()).isEqualTo(1);
    assertThat(answer).startsWith("HTTP/1.1 200").contains("onnection: close").contains("value");
  }

  @Test
  void who_agrees_on_no_protocol_by_tls_hears_that_http_1_0_is_not_spoken() throws IOException {
    byte[] request = "GET /mill/k HTTP/1.0\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    for (int port : List.of(gateway.port(), gateway.adminPort())) {
      try (SSLSocket socket = connected(port)) {
        socket.getOutputStream().write(request);
        assertThat(socket.getInputStream().readAllBytes())
            .asString(StandardCharsets.UTF_8)
            .startsWith("HTTP/1.1 505 ")
            .contains("onnection: close", "HTTP/1.0 is not spoken here; HTTP/1.1 is.");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /mill/k\r\n\r\n",
        "GET /mill/k HTTP/1.2\r\nHost: h\r\n\r\n",
        "PRI * HTTP/1.1\r\n\r\n",
        "\r\n",
        "\n"
      })
  void nor_does_it_wait_in_vain_for_an_answer_to_what_is_no_request(String request)
      throws IOException {
    try (SSLSocket socket = connected(gateway.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().readAllBytes())
          .asString(StandardCharsets.UTF_8)
          .startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void what_begins_as_http2_does_is_still_taken_for_that() throws IOException {
    try (SSLSocket socket = connected(gateway.port())) {
      socket
          .getOutputStream()
          .write(
              "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"
                  .getBytes(StandardCharsets.US_ASCII));
      byte[] head = socket.getInputStream().readNBytes(9);
      assertThat(head[3]).as("the type of the first frame, SETTINGS").isEqualTo((byte) 4);
    }
  }

  @Test
  void an_upgrade_to_http2_is_passed_over() throws IOException {
    // Bishop Fox, h2c Smuggling; RFC 9113, section 3.1: there is no such upgrade any more.
    String answer =
        answer(
            row(
                "h2c",
                "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nConnection: Upgrade, close\r\n"));
    assertThat(answer).startsWith("HTTP/1.1 200").endsWith("value");
  }

  @Test
  void requests_without_bodies_follow_each_other() throws IOException {
    String answer =
        answer(
            new Row(
                "9112 9.3.2", (START + "\r\n").repeat(3) + START + "Connection: close\r\n\r\n"));
    assertThat(answer.split("value", -1)).hasSize(5);
  }

  /// All that comes until the server hangs up, when another request has followed.
  private static String answer(Row row) throws IOException {
    String smuggled = "/mill/smuggled-" + Integer.toHexString(row.hashCode());
    String answer = "";
    try (SSLSocket socket = connected()) {
      OutputStream out = socket.getOutputStream();
      String next = "GET " + smuggled + " HTTP/1.1\r\nHost: h\r\n\r\n";
      out.write((row.request + next).getBytes(StandardCharsets.ISO_8859_1));
      answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (SocketException | SSLException e) {
      assertThat(answer).as(e.toString()).isNotEmpty();
    }
    assertThat(gateway.log()).doesNotContain(smuggled);
    return answer;
  }

  /// A connection that has agreed on no protocol.
  private static SSLSocket connected(int port) throws IOException {
    return (SSLSocket)
        TestGateway.trust().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
  }

  private static SSLSocket connected() throws IOException {
    SSLSocket socket = connected(gateway.port());
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    socket.setSSLParameters(parameters);
    return socket;
  }
}
