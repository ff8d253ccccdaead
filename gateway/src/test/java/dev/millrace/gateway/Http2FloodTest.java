package dev.millrace.gateway;

import static dev.millrace.gateway.Http2Connection.CONTINUATION;
import static dev.millrace.gateway.Http2Connection.DATA;
import static dev.millrace.gateway.Http2Connection.END_HEADERS;
import static dev.millrace.gateway.Http2Connection.END_STREAM;
import static dev.millrace.gateway.Http2Connection.GOAWAY;
import static dev.millrace.gateway.Http2Connection.HEADERS;
import static dev.millrace.gateway.Http2Connection.NOTHING;
import static dev.millrace.gateway.Http2Connection.PING;
import static dev.millrace.gateway.Http2Connection.PRIORITY;
import static dev.millrace.gateway.Http2Connection.RST_STREAM;
import static dev.millrace.gateway.Http2Connection.SETTINGS;
import static dev.millrace.gateway.Http2Connection.WINDOW_UPDATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.Http2Connection.Frame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Clients of HTTP/2 that send without end what costs them little: the connection is ended long
/// before it would end for want of a request.
@Timeout(40)
class Http2FloodTest {
  private static final byte[] GET = Http2Connection.get("/mill/k");
  private static final byte[] CANCEL = {0, 0, 0, 8};
  private static final int WHOLE = END_HEADERS | END_STREAM;

  @TempDir private static Path folder;
  private static TestGateway gateway;

  @BeforeAll
  static void serveAFolder() throws IOException {
    Files.writeString(folder.resolve("k"), "value");
    gateway = TestGateway.serving(folder);
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @AfterEach
  void others_are_served() throws IOException {
    try (Http2Connection other = Http2Connection.to(gateway)) {
      other.send(HEADERS, WHOLE, 1, GET);
      assertThat(other.next(frame -> frame.type() == HEADERS)).isPresent();
    }
  }

  /// What is sent first, and then again and again: `name` is the attack's.
  private record Flood(String name, Step first, Again again) {
    @Override
    public String toString() {
      return name;
    }
  }

  private interface Step {
    void on(Http2Connection connection) throws IOException;
  }

  private interface Again {
    void on(Http2Connection connection, int stream) throws IOException;
  }

  private static Flood flood(String name, Again again) {
    return new Flood(name, _ -> {}, again);
  }

  /// A flood upon a stream that is open.
  private static Flood onStream(String name, Again again) {
    return new Flood(name, connection -> connection.send(HEADERS, END_HEADERS, 1, GET), again);
  }

  private static Flood ofPieces(String name, byte[] piece) {
    return new Flood(
        name,
        connection -> connection.send(HEADERS, 0, 1, GET),
        (connection, _) -> connection.send(CONTINUATION, 0, 1, piece));
  }

  static Stream<Object> floods() {
    return Stream.of(
        ofPieces("CVE-2024-27316, headers without end", Http2Connection.fields("x", "y")),
        ofPieces("headers without end in pieces of nothing", NOTHING),
        flood(
            "CVE-2023-44487, rapid reset",
            (connection, stream) -> {
              connection.send(HEADERS, END_HEADERS, stream, GET);
              connection.send(RST_STREAM, 0, stream, CANCEL);
            }),
        flood("CVE-2019-9512, pings", (c, _) -> c.send(PING, 0, 0, new byte[8])),
        flood("CVE-2019-9515, settings", (c, _) -> c.send(SETTINGS, 0, 0, NOTHING)),
        flood("CVE-2019-9513, priorities", (c, _) -> c.send(PRIORITY, 0, 1, new byte[5])),
        flood("frames of no known type", (c, _) -> c.send(0xAA, 0, 0, NOTHING)),
        onStream("CVE-2019-9518, empty data", (c, _) -> c.send(DATA, 0, 1, NOTHING)),
        onStream("data of padding alone", (c, _) -> c.send(DATA, 8, 1, new byte[1])),
        onStream("data in crumbs", (c, _) -> c.send(DATA, 0, 1, new byte[1])),
        onStream(
            "CVE-2025-8671, made you reset",
            (c, stream) -> {
              c.send(HEADERS, END_HEADERS, stream + 2, GET);
              c.send(WINDOW_UPDATE, 0, stream + 2, new byte[4]);
            }),
        flood(
            "requests without an end",
            (connection, stream) -> connection.send(HEADERS, END_HEADERS, stream, GET)));
  }

  @ParameterizedTest
  @MethodSource
  void floods(Object flood) throws IOException {
    try (Http2Connection connection = Http2Connection.to(gateway)) {
      send((Flood) flood, connection);
      // There may be a word before the end, unless it is lost with what came too late.
      Optional<Frame> word = connection.next(frame -> frame.type() == GOAWAY);
      word.ifPresent(frame -> assertThat(frame.errorCode()).isNotZero());
      assertThat(connection.next(_ -> false)).isEmpty();
    }
  }

  private static void send(Flood flood, Http2Connection connection) throws IOException {
    try {
      flood.first().on(connection);
      for (int i = 0; i < 5_000; i++) {
        flood.again().on(connection, 2 * i + 1);
      }
    } catch (SocketException | SSLException _) {
      // That was the end already.
    }
  }

  @Test
  void fields_that_stand_for_much_more_than_they_are_do_not_get_through() throws IOException {
    try (Http2Connection connection = Http2Connection.to(gateway)) {
      ByteArrayOutputStream large = new ByteArrayOutputStream();
      large.writeBytes(GET);
      // RFC 7541, section 6.2.1: a literal that goes into the table, as its first entry there.
      large.write(0x40);
      Http2Connection.string(large, "x");
      Http2Connection.string(large, "y".repeat(3900));
      connection.send(HEADERS, WHOLE, 1, large.toByteArray());
      byte[] bomb = Arrays.copyOf(GET, 16_000);
      Arrays.fill(bomb, GET.length, bomb.length, (byte) 0xBE);
      connection.send(HEADERS, WHOLE, 3, bomb);
      assertThat(connection.next(frame -> frame.stream() == 3)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "connection, close",
    "transfer-encoding, chunked",
    "te, gzip",
    "keep-alive, 1",
    "proxy-connection, close",
    "upgrade, h2c",
    "host, other",
    "content-length, x",
    "content-length, +0",
    "X, y",
    "x y, z",
    ":x, y",
    ":path, /mill/other"
  })
  void fields_that_make_a_request_malformed_are_refused(String name, String value)
      throws IOException {
    try (Http2Connection connection = Http2Connection.to(gateway)) {
      connection.send(HEADERS, WHOLE, 1, Http2Connection.get("/mill/k", name, value));
      assertRefused(connection);
    }
  }

  @ParameterizedTest
  @CsvSource({"'x\r\ny'", "'x\ny'", "'x\0y'"})
  void values_that_would_end_a_line_of_http1_are_refused(String value) throws IOException {
    try (Http2Connection connection = Http2Connection.to(gateway)) {
      connection.send(HEADERS, WHOLE, 1, Http2Connection.get("/mill/k", "x", value));
      assertRefused(connection);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/mill/k HTTP/1.1",
    "mill/k",
    "*",
    "https://h/mill/k",
    "/mill/k#f",
    "/mill/\u00ff",
    "/mill/%zz",
    "/mill/%",
    "/%00%ff/k",
    "'/mill/x\ny'"
  })
  void paths_that_are_none_are_refused_while_others_are_served_over_the_same_connection(String path)
      throws IOException {
    try (Http2Connection connection = Http2Connection.to(gateway)) {
      connection.send(HEADERS, WHOLE, 1, Http2Connection.get(path));
      assertRefused(connection);
      connection.send(HEADERS, WHOLE, 3, GET);
      assertThat(connection.next(frame -> frame.type() == HEADERS && frame.stream() == 3))
          .isPresent();
    }
  }

  @ParameterizedTest
  @CsvSource({"3, 5", "5, 3"})
  void a_body_that_is_not_as_long_as_was_said_resets_its_stream(int said, int sent)
      throws IOException {
    try (Http2Connection connection = Http2Connection.to(gateway)) {
      connection.send(
          HEADERS, END_HEADERS, 1, Http2Connection.get("/mill/k", "content-length", "" + said));
      connection.send(DATA, END_STREAM, 1, new byte[sent]);
      assertThat(connection.next(frame -> frame.type() == RST_STREAM)).isPresent();
    }
  }

  /// Whether what comes is an end of the stream or of the connection, or an answer with 400 (in the
  /// static table of HPACK) or another status that is written out and is no 200.
  private static void assertRefused(Http2Connection connection) throws IOException {
    Optional<Frame> answer =
        connection.next(frame ->
            frame.type() == HEADERS || frame.type() == RST_STREAM || frame.type() == GOAWAY);
    if (answer.isPresent() && answer.get().type() == HEADERS) {
      // RFC 7541, appendix A: 12 is the field ":status: 400".
      assertThat(answer.get().payload()).startsWith(0x80 | 12);
    }
  }
}
