package dev.millrace.gateway;

import static dev.millrace.gateway.WritableMill.bytes;
import static dev.millrace.gateway.WritableMill.refused;
import static dev.millrace.gateway.WritableMill.sha256;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.TestGateway.Port;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Bodies that are as they should be, and bodies that are not, through a gateway to s3proxy.
@Timeout(120)
class WrittenBodyTest {
  private static final int SMALL = 1_000;
  private static final int LARGE = 300_000;

  @TempDir private static Path scratch;
  private static WritableMill mill;

  @BeforeAll
  static void start() throws IOException {
    mill = WritableMill.start(scratch);
  }

  @AfterAll
  static void stop() throws IOException {
    mill.close();
  }

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
}
