package dev.millrace.s3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.retry.RetryPolicy;
import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Bodies that break and are gone on with, and the ways to read them.
@Timeout(30)
class ObjectBodyTest {
  private static final byte[] BYTES = new byte[1_000_000];
  private static final Pattern RANGE = Pattern.compile("(?i)range: bytes=([0-9]+)-([0-9]+)\r");
  private static final RetryPolicy QUICK = new RetryPolicy(3, Duration.ZERO, Duration.ZERO);

  static {
    new Random(3).nextBytes(BYTES);
  }

  private final AtomicInteger requests = new AtomicInteger();
  private volatile String etag = "\"v1\"";

  /// Answers the request with that number, from 0 on, in place of the whole answer.
  private interface Turn {
    /// @return whether it did
    boolean take(int number, Sender sender) throws IOException, InterruptedException;
  }

  private record Sender(Socket client, int from, int to, boolean ranged, String etag) {
    void send(int count) throws IOException {
      String head =
          "HTTP/1.1 "
              + (ranged ? "206 Partial Content" : "200 OK")
              + "\r\nETag: "
              + etag
              + "\r\nLast-Modified: Tue, 03 Nov 2026 10:00:00 GMT\r\nContent-Length: "
              + (to - from)
              + (ranged ? "\r\nContent-Range: bytes %d-%d/1000000".formatted(from, to - 1) : "");
      ScriptedServer.write(client, "", head);
      client.getOutputStream().write(BYTES, from, count);
    }

    boolean cutAfter(int count) throws IOException {
      send(count);
      client.close();
      return true;
    }

    boolean refuse(int status) throws IOException {
      ScriptedServer.write(client, "", "HTTP/1.1 " + status + " No", "Content-Length: 0");
      return true;
    }
  }

  private ScriptedServer server(Turn turn) throws IOException {
    return ScriptedServer.start((head, client) -> {
      Matcher range = RANGE.matcher(head);
      boolean ranged = range.find();
      int from = ranged ? Integer.parseInt(range.group(1)) : 0;
      int to = ranged ? Math.min(BYTES.length, Integer.parseInt(range.group(2)) + 1) : BYTES.length;
      Sender sender = new Sender(client, from, to, ranged, etag);
      if (!turn.take(requests.getAndIncrement(), sender)) {
        sender.send(to - from);
      }
    });
  }

  private static S3Client client(ScriptedServer server) {
    return new S3Client(
        S3Config.builder(server.endpoint(), "us-east-1")
            .retries(QUICK)
            .readTimeout(Duration.ofSeconds(20))
            .build());
  }

  @Test
  void a_body_that_breaks_is_gone_on_with_at_the_byte_at_which_it_broke() throws IOException {
    try (ScriptedServer server = server((number, sender) -> number == 0 && sender.cutAfter(1234));
        S3Client client = client(server)) {
      try (ObjectBody body = client.open("grain", "wheat")) {
        assertThat(body.stream().readAllBytes()).isEqualTo(BYTES);
      }
      assertThat(server.heads()).hasSize(2);
      assertThat(server.heads().getLast())
          .contains("range: bytes=1234-999999\r\n", "if-match: \"v1\"\r\n");
      assertThat(Connections.inUse(client)).isZero();
    }
  }

  @Test
  void a_part_is_gone_on_with_to_its_own_end() throws IOException {
    try (ScriptedServer server = server((number, sender) -> number == 0 && sender.cutAfter(10));
        S3Client client = client(server);
        ObjectBody body = client.open("grain", "wheat", new ByteRange(500, 100), null)) {
      assertThat(body.stream().readAllBytes()).hasSize(100);
      assertThat(server.heads().getLast()).contains("range: bytes=510-599\r\n");
    }
  }

  @Test
  void asking_for_the_rest_is_tried_again_too() throws IOException {
    try (ScriptedServer server =
            server((number, sender) ->
                switch (number) {
                  case 0 -> sender.cutAfter(1234);
                  case 1 -> sender.refuse(503);
                  default -> false;
                });
        S3Client client = client(server)) {
      try (ObjectBody body = client.open("grain", "wheat")) {
        assertThat(body.stream().readAllBytes()).isEqualTo(BYTES);
      }
      assertThat(Connections.inUse(client)).isZero();
    }
  }

  @Test
  void a_body_that_breaks_without_a_byte_is_given_up_as_the_policy_says() throws IOException {
    try (ScriptedServer server =
            server((number, sender) -> sender.cutAfter(number == 0 ? 1234 : 0));
        S3Client client = client(server)) {
      try (ObjectBody body = client.open("grain", "wheat")) {
        assertThat(body.stream().readNBytes(1234)).hasSize(1234);
        assertThatThrownBy(() -> body.stream().read())
            .hasMessageStartingWith("127.0.0.1:" + server.endpoint().getPort() + ": ")
            .hasMessageContaining("before the announced end");
      }
      assertThat(requests).hasValue(3);
      assertThat(Connections.inUse(client)).isZero();
    }
  }

  @Test
  void a_long_body_may_break_any_number_of_times() throws IOException {
    int step = 5000;
    try (ScriptedServer server =
            server((_, sender) -> sender.cutAfter(Math.min(step, sender.to() - sender.from())));
        S3Client client = client(server);
        ObjectBody body = client.open("grain", "wheat")) {
      // 50 times as the budget allows for such short answers, and not for ever.
      assertThatThrownBy(() -> body.stream().readAllBytes()).isInstanceOf(IOException.class);
      assertThat(requests.get()).isBetween(50, 52);
    }
    requests.set(0);
    try (ScriptedServer server =
            server((_, sender) -> sender.cutAfter(Math.min(65536, sender.to() - sender.from())));
        S3Client client = client(server)) {
      for (int i = 0; i < 10; i++) {
        try (ObjectBody body = client.open("grain", "wheat")) {
          assertThat(body.stream().readAllBytes()).isEqualTo(BYTES);
        }
      }
      assertThat(requests).hasValue(160);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void of_an_object_that_was_replaced_nothing_more_is_read(boolean knowsIfMatch)
      throws IOException {
    try (ScriptedServer server =
            server((number, sender) -> {
              etag = "\"v2\"";
              return number == 0 ? sender.cutAfter(1234) : knowsIfMatch && sender.refuse(412);
            });
        S3Client client = client(server)) {
      try (ObjectBody body = client.open("grain", "wheat")) {
        InputStream in = body.stream();
        assertThat(in.readNBytes(1234)).hasSize(1234);
        assertThatThrownBy(in::read)
            .isInstanceOf(S3Exception.class)
            .hasMessageStartingWith("412 PreconditionFailed");
      }
      assertThat(requests).hasValue(2);
      assertThat(Connections.inUse(client)).isZero();
    }
  }

  @Test
  void an_aborted_body_wakes_who_reads_from_it_and_is_not_opened_again() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (ScriptedServer server =
            server((_, sender) -> {
              sender.send(10);
              end.await();
              return true;
            });
        S3Client client = client(server)) {
      try (ObjectBody body = client.open("grain", "wheat")) {
        InputStream in = body.stream();
        assertThat(in.readNBytes(10)).hasSize(10);
        Thread.ofVirtual().start(body::abort);
        assertThatThrownBy(in::read).isInstanceOf(InterruptedIOException.class);
        assertThatThrownBy(in::read).isInstanceOf(IOException.class);
      }
      end.countDown();
      assertThat(requests).hasValue(1);
      assertThat(Connections.inUse(client)).isZero();
    }
  }

  // Reading into memory.

  private ScriptedServer breaking() throws IOException {
    return server((number, sender) -> number % 2 == 0 && sender.cutAfter(300));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_buffer_is_filled_between_its_position_and_its_limit(boolean direct) throws IOException {
    ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(2000) : ByteBuffer.allocate(2000);
    buffer.position(100).limit(1100);
    try (ScriptedServer server = breaking();
        S3Client client = client(server)) {
      assertThat(client.read("grain", "wheat", 7, buffer)).isEqualTo(1000);
      assertThat(buffer.position()).isEqualTo(1100);
      assertThat(buffer.limit()).isEqualTo(1100);
      buffer.clear();
      byte[] read = new byte[2000];
      buffer.get(read);
      assertThat(read).startsWith(new byte[100]).endsWith(new byte[900]);
      assertThat(ByteBuffer.wrap(read, 100, 1000)).isEqualTo(ByteBuffer.wrap(BYTES, 7, 1000));
      assertThat(Connections.inUse(client)).isZero();
    }
  }

  @Test
  void a_buffer_is_filled_up_to_the_end_of_the_object() throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(2000);
    try (ScriptedServer server = breaking();
        S3Client client = client(server)) {
      assertThat(client.read("grain", "wheat", BYTES.length - 500, buffer)).isEqualTo(500);
      assertThat(buffer.flip()).isEqualTo(ByteBuffer.wrap(BYTES, BYTES.length - 500, 500));
    }
  }

  @Test
  void memory_outside_the_heap_is_filled() throws IOException {
    try (ScriptedServer server = breaking();
        S3Client client = client(server);
        Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(BYTES.length + 10L);
      assertThat(client.read("grain", "wheat", 0, memory)).isEqualTo(BYTES.length);
      assertThat(memory.asSlice(0, BYTES.length).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(BYTES);
      assertThat(client.read("grain", "wheat", 17, memory.asSlice(0, 1000))).isEqualTo(1000);
      assertThat(memory.asSlice(0, 1000).asByteBuffer())
          .isEqualTo(ByteBuffer.wrap(BYTES, 17, 1000));
    }
  }

  @Test
  void memory_over_an_array_is_filled() throws IOException {
    byte[] array = new byte[1200];
    try (ScriptedServer server = breaking();
        S3Client client = client(server)) {
      MemorySegment memory = MemorySegment.ofArray(array).asSlice(100, 1000);
      assertThat(client.read("grain", "wheat", 7, memory)).isEqualTo(1000);
      assertThat(ByteBuffer.wrap(array, 100, 1000)).isEqualTo(ByteBuffer.wrap(BYTES, 7, 1000));
      assertThat(array).startsWith(new byte[100]).endsWith(new byte[100]);
    }
  }

  @Test
  void room_for_nothing_cannot_be_filled() throws IOException {
    try (ScriptedServer server = breaking();
        S3Client client = client(server)) {
      assertThatThrownBy(() -> client.read("grain", "wheat", 0, ByteBuffer.allocate(0)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(requests).hasValue(0);
      assertThat(Connections.inUse(client)).isZero();
    }
  }

  @Test
  void what_is_in_chunks_is_read_to_the_end_of_the_last() throws IOException {
    String head =
        "HTTP/1.1 206 Partial Content\r\nETag: \"v1\"\r\nLast-Modified: Tue, 03 Nov 2026 10:00:00"
            + " GMT\r\nContent-Range: bytes 0-3/8\r\nTransfer-Encoding: chunked\r\n\r\n";
    try (ScriptedServer server =
            ScriptedServer.start((_, client) ->
                client
                    .getOutputStream()
                    .write((head + "2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n").getBytes(ISO_8859_1)));
        S3Client client = client(server)) {
      for (int i = 0; i < 3; i++) {
        ByteBuffer buffer = ByteBuffer.allocate(4);
        assertThat(client.read("grain", "wheat", 0, buffer)).isEqualTo(4);
        assertThat(new String(buffer.array(), ISO_8859_1)).isEqualTo("abcd");
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }
}
