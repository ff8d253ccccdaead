package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.gateway.Http2Connection.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Gateways that are drained, or ended, while clients ask.
@Timeout(120)
class DrainTest {
  private static final int LARGE = 10 << 20;
  private static final int CLIENTS = 8;

  @TempDir private Path folder;
  private Path objects;
  private byte[] large;

  private TestGateway gateway(String... more) throws IOException {
    objects = Files.createDirectories(folder.resolve("objects"));
    Files.writeString(objects.resolve("small"), "flour");
    large = new byte[LARGE];
    new Random(1).nextBytes(large);
    Files.write(objects.resolve("large"), large);
    List<String> flags = new ArrayList<>(List.of("admin-port", "0"));
    flags.addAll(List.of("admin-token", TestGateway.token(folder).toString()));
    flags.addAll(List.of(more));
    return TestGateway.serving(objects, flags.toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource
  void drained_and_resumed_again_and_again_a_gateway_answers_every_request(Version version)
      throws Exception {
    try (TestGateway gateway = gateway();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      AtomicBoolean isOver = new AtomicBoolean();
      List<Future<Integer>> asking = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        asking.add(threads.submit(() -> answers(gateway, version, isOver)));
      }
      for (int i = 0; i < 20; i++) {
        assertThat(gateway.operate("/drain").statusCode()).isEqualTo(200);
        assertThat(gateway.operate("/drain").body()).startsWith("draining");
        assertReady(gateway, 503, "draining");
        assertThat(gateway.operate("/resume").statusCode()).isEqualTo(200);
        assertThat(gateway.operate("/resume").statusCode()).isEqualTo(200);
        assertReady(gateway, 200, "ready");
      }
      isOver.set(true);
      int answers = 0;
      for (Future<Integer> each : asking) {
        answers += each.get();
      }
      assertThat(answers).isGreaterThan(CLIENTS);
    }
  }

  private static int answers(TestGateway gateway, Version version, AtomicBoolean isOver)
      throws IOException, InterruptedException {
    try (HttpClient client =
        HttpClient.newBuilder().sslContext(TestGateway.trust()).version(version).build()) {
      int answers = 0;
      while (!isOver.get() || answers < 20) {
        HttpResponse<String> answer =
            client.send(
                HttpRequest.newBuilder(URI.create(gateway.url("/mill/small"))).build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(version);
        answers++;
      }
      return answers;
    }
  }

  @Test
  void a_connection_of_http_1_ends_with_its_next_answer() throws Exception {
    try (TestGateway gateway = gateway();
        Socket kept = gateway.connected(TestGateway.Port.TLS)) {
      ask(kept, "small");
      assertThat(head(kept.getInputStream())).doesNotContain("Connection: close");
      kept.getInputStream().skipNBytes("flour".length());
      gateway.operate("/drain");
      ask(kept, "small");
      assertThat(head(kept.getInputStream())).contains("\r\nConnection: close\r\n");
      assertThat(kept.getInputStream().readAllBytes()).asString(US_ASCII).isEqualTo("flour");
    }
  }

  @Test
  void a_client_of_http_2_is_asked_to_go_and_still_answered() throws Exception {
    try (TestGateway gateway = gateway();
        Http2Connection connection = Http2Connection.to(gateway)) {
      get(connection, 1);
      assertThat(ended(connection, 1).type()).isEqualTo(Http2Connection.DATA);
      gateway.operate("/drain");
      Frame goAway = goAway(connection);
      assertThat(lastStream(goAway)).isEqualTo(Integer.MAX_VALUE);
      assertThat(goAway.errorCode()).isZero();
      get(connection, 3);
      assertThat(ended(connection, 3).type()).isEqualTo(Http2Connection.DATA);
    }
  }

  @Test
  void at_the_end_a_client_of_http_2_learns_which_streams_were_answered() throws Exception {
    TestGateway gateway = gateway("drain-timeout", "60s");
    try (Http2Connection connection = Http2Connection.to(gateway)) {
      get(connection, 1);
      ended(connection, 1);
      get(connection, 3);
      ended(connection, 3);
      gateway.close();
      assertThat(lastStream(goAway(connection))).isEqualTo(Integer.MAX_VALUE);
      assertThat(lastStream(goAway(connection))).isEqualTo(3);
      assertThat(connection.next()).isEmpty();
    }
  }

  @Test
  void downloads_under_way_are_completed_while_no_more_connections_are_accepted() throws Exception {
    TestGateway gateway = gateway("drain-timeout", "60s");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        Socket slow = gateway.connected(TestGateway.Port.TLS);
        Socket idle = gateway.connected(TestGateway.Port.TLS);
        Http2Connection slowToo = Http2Connection.to(gateway)) {
      ask(idle, "small");
      head(idle.getInputStream());
      ask(slow, "large");
      head(slow.getInputStream());
      slowToo.send(
          Http2Connection.HEADERS,
          Http2Connection.END_STREAM | Http2Connection.END_HEADERS,
          1,
          Http2Connection.get("/mill/large"));
      int begun =
          slowToo
              .next(frame -> frame.type() == Http2Connection.DATA)
              .orElseThrow()
              .payload()
              .length;
      Future<?> closing = threads.submit(gateway::end);
      awaitRefusal(gateway.port());
      assertReady(gateway, 503, "draining");
      assertThat(slow.getInputStream().readNBytes(LARGE)).isEqualTo(large);
      assertThat(idle.getInputStream().readAllBytes()).asString(US_ASCII).isEqualTo("flour");
      assertThat(closing.isDone()).isFalse();
      for (int stream = 0; stream < 2; stream++) {
        slowToo.send(Http2Connection.WINDOW_UPDATE, 0, stream, new byte[] {1, 0, 0, 0});
      }
      assertThat(begun + rest(slowToo)).isEqualTo(LARGE);
      closing.get();
      assertThatThrownBy(() -> gateway.admin("GET", "/health/ready"))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void what_takes_longer_than_it_may_is_cut_off() throws Exception {
    TestGateway gateway = gateway("drain-timeout", "100ms");
    try (Socket slow = gateway.connected(TestGateway.Port.TLS)) {
      ask(slow, "large");
      head(slow.getInputStream());
      gateway.close();
      assertThat(rest(slow)).isLessThan(LARGE);
    }
  }

  @Test
  void during_the_delay_connections_are_accepted_and_answered() throws Exception {
    TestGateway gateway = gateway("drain-delay", "2s");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      long began = System.nanoTime();
      Future<?> closing = threads.submit(gateway::end);
      while (gateway.admin("GET", "/health/ready").statusCode() == 200) {
        Thread.onSpinWait();
      }
      assertThat(gateway.operate("/resume").statusCode()).isEqualTo(409);
      try (Socket fresh = gateway.connected(TestGateway.Port.TLS)) {
        ask(fresh, "small");
        assertThat(head(fresh.getInputStream())).contains("\r\nConnection: close\r\n");
      }
      closing.get();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofSeconds(2));
    }
  }

  private static long rest(Socket socket) {
    long bytes = 0;
    byte[] piece = new byte[1 << 16];
    try {
      for (int n; (n = socket.getInputStream().read(piece)) > 0; ) {
        bytes += n;
      }
    } catch (IOException _) {
      // cut off
    }
    return bytes;
  }

  /// How many bytes come until the end of the stream.
  private static int rest(Http2Connection connection) throws IOException {
    int bytes = 0;
    while (true) {
      Frame frame = connection.next(each -> each.type() == Http2Connection.DATA).orElseThrow();
      bytes += frame.payload().length;
      if ((frame.flags() & Http2Connection.END_STREAM) != 0) {
        return bytes;
      }
    }
  }

  private static void awaitRefusal(int port) throws IOException {
    while (true) {
      try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        LockSupport.parkNanos(5_000_000);
      } catch (ConnectException _) {
        return;
      }
    }
  }

  private static void ask(Socket socket, String key) throws IOException {
    String request = "GET /mill/" + key + " HTTP/1.1\r\nHost: h\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(US_ASCII));
  }

  /// The head of an answer, up to its empty line.
  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      assertThat(next).isNotNegative();
      head.append((char) next);
    }
    return head.toString();
  }

  private static void get(Http2Connection connection, int stream) throws IOException {
    connection.send(
        Http2Connection.HEADERS,
        Http2Connection.END_STREAM | Http2Connection.END_HEADERS,
        stream,
        Http2Connection.get("/mill/small"));
  }

  private static Frame ended(Http2Connection connection, int stream) throws IOException {
    return connection
        .next(
            frame -> frame.stream() == stream && (frame.flags() & Http2Connection.END_STREAM) != 0)
        .orElseThrow();
  }

  private static Frame goAway(Http2Connection connection) throws IOException {
    return connection.next(frame -> frame.type() == Http2Connection.GOAWAY).orElseThrow();
  }

  private static int lastStream(Frame goAway) {
    return ByteBuffer.wrap(Arrays.copyOf(goAway.payload(), 4)).getInt();
  }

  private static void assertReady(TestGateway gateway, int status, String text) throws Exception {
    HttpResponse<String> answer = gateway.admin("GET", "/health/ready");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).startsWith(text);
  }
}
