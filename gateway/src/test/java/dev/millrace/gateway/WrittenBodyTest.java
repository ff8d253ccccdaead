package dev.millrace.gateway;

import static dev.millrace.gateway.WritableMill.ANOTHER;
import static dev.millrace.gateway.WritableMill.LARGE;
import static dev.millrace.gateway.WritableMill.SMALL;
import static dev.millrace.gateway.WritableMill.WRITER;
import static dev.millrace.gateway.WritableMill.bytes;
import static dev.millrace.gateway.WritableMill.refused;
import static dev.millrace.gateway.WritableMill.sha256;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.Http2Connection.Frame;
import dev.millrace.gateway.TestGateway.Port;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Bodies that are as they should be, and bodies that are not, through a gateway to s3proxy.
@Timeout(120)
class WrittenBodyTest {
  @RegisterExtension static final WritableMill mill = new WritableMill();

  private static String crc32(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    byte[] value = HexFormat.of().parseHex("%08x".formatted(crc.getValue()));
    return Base64.getEncoder().encodeToString(value);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, SMALL, LARGE})
  void bytes_of_another_hash_than_was_signed_are_not_stored(int size) throws Exception {
    HttpResponse<String> answer =
        mill.put("in/hash").body(bytes(size), sha256(bytes(size + 1))).send();
    refused(answer, 400, "XAmzContentSHA256Mismatch");
    mill.misses("in/hash");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, SMALL, LARGE, 327_680})
  void signed_chunks_are_stored_unless_one_of_them_is_not_what_was_signed(int size)
      throws Exception {
    byte[] bytes = bytes(size);
    HttpResponse<String> stored = mill.put("in/chunks" + size).chunks(bytes, 65_536, -1).send();
    assertThat(stored.statusCode()).as(stored.body()).isEqualTo(200);
    mill.holds("in/chunks" + size, bytes);
    for (int chunk = 0; chunk <= Math.ceilDiv(size, 65_536); chunk++) {
      refused(
          mill.put("in/spoiled").chunks(bytes, 65_536, chunk).send(), 403, "SignatureDoesNotMatch");
      mill.misses("in/spoiled");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, SMALL, 65_536, LARGE})
  void a_checksum_in_the_trailer_is_verified(int size) throws Exception {
    byte[] bytes = bytes(size);
    String key = "in/trailer" + size;
    HttpResponse<String> stored =
        mill.put(key).trailing(bytes, "x-amz-checksum-crc32", crc32(bytes)).send();
    assertThat(stored.statusCode()).as(stored.body()).isEqualTo(200);
    mill.holds(key, bytes);
    String wrong = crc32(bytes(size + 1));
    refused(
        mill.put("in/spoiled").trailing(bytes, "x-amz-checksum-crc32", wrong).send(),
        400,
        "BadDigest");
    mill.misses("in/spoiled");
  }

  @ParameterizedTest
  @ValueSource(ints = {SMALL, LARGE})
  void chunks_make_up_the_announced_length(int size) throws Exception {
    byte[] bytes = bytes(size);
    for (int said : new int[] {size - 1, size + 1}) {
      SignedWrite write =
          mill.put("in/length").trailing(bytes, "x-amz-checksum-crc32", crc32(bytes));
      write.with("x-amz-decoded-content-length", Integer.toString(said));
      refused(write.send(), 400, "IncompleteBody");
    }
    mill.misses("in/length");
  }

  @Test
  void a_trailer_is_announced_only_where_it_has_its_place() throws Exception {
    byte[] bytes = bytes(SMALL);
    for (SignedWrite write :
        new SignedWrite[] {
          mill.put("in/none"),
          mill.put("in/none").body(bytes, sha256(bytes)),
          mill.put("in/none").with("x-amz-copy-source", "/mill/in/any"),
          mill.write("DELETE", "/mill/in/none"),
          mill.write("POST", "/mill?delete").body(bytes, sha256(bytes)),
        }) {
      refused(write.with("x-amz-trailer", "x-amz-checksum-crc32").send(), 400, "InvalidRequest");
    }
    SignedWrite chunked = mill.put("in/none").with("x-amz-trailer", "x-amz-checksum-crc32");
    refused(chunked.chunks(bytes, SMALL, -1).send(), 400, "InvalidRequest");
    mill.misses("in/none");
  }

  @Test
  void a_body_without_a_length_is_refused() throws Exception {
    String head = mill.put("in/none").head(0).replace("Content-Length: 0\r\n", "");
    assertThat(mill.conversation(head, new byte[0])).contains("411", "MissingContentLength");
    String chunked = head.replace("\r\n\r\n", "\r\nTransfer-Encoding: chunked\r\n\r\n");
    assertThat(mill.conversation(chunked, "1\r\nx\r\n0\r\n\r\n".getBytes(UTF_8)))
        .contains("411", "MissingContentLength");
    mill.misses("in/none");
  }

  @Test
  void who_waits_for_leave_to_send_a_body_gets_it_only_where_that_is_wanted() throws Exception {
    String expect = "Expect: 100-continue\r\n";
    assertThat(mill.conversation(mill.put("out/k").head(LARGE, expect), new byte[0]))
        .startsWith("HTTP/1.1 403");
    assertThat(mill.conversation(mill.put("in/k").head((5L << 30) + 1, expect), new byte[0]))
        .startsWith("HTTP/1.1 400")
        .contains("EntityTooLarge");
    String last = expect + "Connection: close\r\n";
    assertThat(mill.conversation(mill.put("in/waits").head(LARGE, last), bytes(LARGE)))
        .startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200");
    mill.holds("in/waits", bytes(LARGE));
  }

  @Test
  void one_writer_leaves_room_for_others() throws Exception {
    List<Socket> waiting = new ArrayList<>();
    try (TestGateway gateway = mill.another("access-file", mill.rules().toString())) {
      String head =
          new SignedWrite(gateway, WRITER, "PUT", "/mill/in/k")
              .head(LARGE, "Expect: 100-continue\r\n");
      for (int i = 0; i < 32; i++) {
        Socket socket = gateway.connected(Port.TLS);
        waiting.add(socket);
        socket.getOutputStream().write(head.getBytes(UTF_8));
        assertThat(socket.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 100");
      }
      refused(new SignedWrite(gateway, WRITER, "PUT", "/mill/in/more").send(), 503, "SlowDown");
      assertThat(new SignedWrite(gateway, ANOTHER, "PUT", "/mill/in/others").send().statusCode())
          .isEqualTo(200);
      waiting.getFirst().close();
      while (new SignedWrite(gateway, WRITER, "PUT", "/mill/in/more").send().statusCode() == 503) {
        Thread.onSpinWait();
      }
    } finally {
      for (Socket socket : waiting) {
        socket.close();
      }
    }
    mill.holds("in/more", new byte[0]);
  }

  @Test
  void a_connection_lives_on_after_a_body_that_was_read() throws Exception {
    String first = mill.put("in/first").head(SMALL);
    String second = mill.put("in/second").head(SMALL, "Connection: close\r\n");
    String lines = "x\n".repeat(SMALL / 2);
    assertThat(
            mill.conversation(first + lines + second + lines, new byte[0])
                .split("HTTP/1.1 200", -1))
        .hasSize(3);
    mill.holds("in/first", lines.getBytes(UTF_8));
    mill.holds("in/second", lines.getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(ints = {SMALL, LARGE})
  void a_body_that_ends_early_is_not_stored_and_logged(int size) throws Exception {
    String key = "in/early" + size;
    try (Socket socket = mill.gateway().connected(Port.TLS)) {
      OutputStream out = socket.getOutputStream();
      out.write(mill.put(key).head(size + 1).getBytes(UTF_8));
      out.write(bytes(size));
    }
    assertThat(mill.gateway().logged(line -> line.contains(key)))
        .contains(" writer \"PUT /mill/" + key + "\" 400 ");
    mill.misses(key);
  }

  @Test
  void a_body_that_comes_too_slowly_is_let_go() throws Exception {
    try (Socket socket = mill.gateway().connected(Port.TLS)) {
      OutputStream out = socket.getOutputStream();
      out.write(mill.put("in/slow").head(LARGE).getBytes(UTF_8));
      out.write(bytes(LARGE - 1));
      assertThat(WritableMill.all(socket)).doesNotContain("200");
    }
    assertThat(mill.gateway().logged(line -> line.contains("in/slow"))).contains(" 400 ");
    mill.misses("in/slow");
  }

  @Test
  void over_http2_it_is_refused_and_its_stream_ends() throws Exception {
    try (TestGateway gateway = mill.another("client-timeout", "1s");
        Http2Connection client = Http2Connection.to(gateway)) {
      byte[] fields = Http2Connection.put("/mill/in/slow", "content-length", "100");
      client.send(Http2Connection.HEADERS, Http2Connection.END_HEADERS, 1, fields);
      client.send(Http2Connection.DATA, 0, 1, new byte[99]);
      assertThat(client.next(frame -> frame.type() == Http2Connection.HEADERS)).isPresent();
      Frame reset = client.next(frame -> frame.type() == Http2Connection.RST_STREAM).orElseThrow();
      assertThat(reset.errorCode()).isZero();
      assertThat(gateway.logged(line -> line.contains("in/slow"))).contains(" 400 ");
    }
    mill.misses("in/slow");
  }
}
