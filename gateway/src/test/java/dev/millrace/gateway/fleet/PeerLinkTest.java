package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.fleet.Node;
import dev.millrace.fleet.Tier;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.Peer.RefusedException;
import dev.millrace.gateway.slice.SliceKey;
import dev.millrace.s3.testing.ScriptedServer;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PeerLinkTest {
  private static final SliceKey SLICE = slice(0, "\"1\"");
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final int QUESTIONS = 50;

  @TempDir private static Path folder;
  private static TestCertificate certificate;

  /// What the peer waits for, before it says that it is there, and before it gives the first slice.
  private volatile CountDownLatch presence = new CountDownLatch(0);

  private volatile CountDownLatch origin = new CountDownLatch(0);

  /// For how long it rests before any answer but that.
  private volatile Duration slowness = Duration.ZERO;

  /// A permit for each time that it was asked whether it is there.
  private final Semaphore probed = new Semaphore(0);

  private ScriptedServer server;
  private PeerLink link;
  private final List<PeerLink> others = new ArrayList<>();

  @BeforeAll
  static void make_a_certificate() throws IOException {
    certificate = TestCertificate.create(folder);
  }

  @BeforeEach
  void start() throws IOException {
    server = ScriptedServer.start(certificate.server(), this::answer);
    link = linkTo(server);
    // The first handshake of a JVM takes its time.
    link.greet();
    probed.drainPermits();
  }

  private PeerLink linkTo(ScriptedServer peer) throws IOException {
    SSLContext tls = new NodeReport(certificate).tls();
    Node node =
        new Node("gw-2", peer.endpoint().getHost(), peer.endpoint().getPort(), Tier.MAIN, 1);
    PeerLimits limits = new PeerLimits(TIMEOUT, Duration.ofMinutes(10), QUESTIONS);
    return new PeerLink(node, "mill", tls, limits, new Pace(), new SpeedTrial(), _ -> others);
  }

  @AfterEach
  void stop() throws IOException {
    presence.countDown();
    origin.countDown();
    link.close();
    server.close();
  }

  @Test
  void a_peer_that_waits_for_its_origin_is_asked_for_a_slice_once() throws Exception {
    origin = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> answer = threads.submit(this::read);
      probed.acquire(3);
      origin.countDown();
      assertThat(answer.get()).isEqualTo("bytes");
      assertThat(questions()).isEqualTo(1);
      assertThat(link.isAvailable()).isTrue();
    }
  }

  @Test
  void all_who_wait_for_a_peer_go_elsewhere_once_it_is_not_there() throws Exception {
    origin = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      // More than may be open at the same time.
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < QUESTIONS + 10; i++) {
        answers.add(threads.submit(this::read));
      }
      probed.acquire();
      presence = new CountDownLatch(1);
      for (Future<String> answer : answers) {
        assertThatThrownBy(answer::get)
            .isInstanceOf(ExecutionException.class)
            .hasCauseInstanceOf(IOException.class);
      }
      assertThat(link.outage()).isNotNull();
      assertThat(link.answers()).isFalse();

      presence.countDown();
      origin.countDown();
      await(link::isAvailable);
      assertAllMayAskAtTheSameTime(threads);
    }
  }

  private void assertAllMayAskAtTheSameTime(ExecutorService threads) throws Exception {
    origin = new CountDownLatch(1);
    long before = questions();
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      answers.add(threads.submit(this::read));
    }
    await(() -> questions() == before + QUESTIONS);
    origin.countDown();
    for (Future<String> answer : answers) {
      assertThat(answer.get()).isEqualTo("bytes");
    }
  }

  @Test
  void a_peer_that_turns_out_slow_gives_what_it_was_asked_before() throws Exception {
    try (ScriptedServer fast =
            ScriptedServer.start(
                certificate.server(),
                (_, client) ->
                    ScriptedServer.write(client, "", "HTTP/1.1 200 OK", "Content-Length: 0"));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        assertThat(read()).isEqualTo("bytes");
      }
      origin = new CountDownLatch(1);
      Future<String> waiting = threads.submit(this::read);
      others.addAll(List.of(linkTo(fast), linkTo(fast)));
      slowness = Duration.ofMillis(400);
      link.open(slice(1, "\"1\""), 5, 5, 0).close();
      await(() -> !link.isAvailable());
      assertThat(link.outage().cause()).startsWith("slow: ");
      awaitThreeTimeouts();
      origin.countDown();
      assertThat(waiting.get()).isEqualTo("bytes");
    }
  }

  @Test
  void a_peer_that_leaves_the_list_gives_what_it_was_asked_before() throws Exception {
    origin = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> waiting = threads.submit(this::read);
      await(() -> questions() == 1);
      link.close();
      assertThat(link.answers()).isFalse();
      awaitThreeTimeouts();
      origin.countDown();
      assertThat(waiting.get()).isEqualTo("bytes");
    }
  }

  /// Long enough for the vigil to have looked.
  private static void awaitThreeTimeouts() {
    long end = System.nanoTime() + 3 * TIMEOUT.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  @Test
  void slices_one_after_the_other_come_over_one_connection() throws Exception {
    int before = server.connections();
    for (int i = 0; i < 10; i++) {
      assertThat(read()).isEqualTo("bytes");
    }
    assertThat(server.connections()).isEqualTo(before + 1);
  }

  @Test
  void a_peer_that_stops_in_the_middle_of_a_slice_is_asked_whether_it_is_there() throws Exception {
    try (InputStream body = link.open(SLICE, 10, 10, 0)) {
      assertThat(body.readNBytes(5)).isEqualTo("bytes".getBytes(StandardCharsets.UTF_8));
      presence = new CountDownLatch(1);
      assertThatThrownBy(body::read).isInstanceOf(IOException.class);
    }
    assertThat(link.isAvailable()).isFalse();
  }

  @Test
  void a_peer_that_answers_again_is_available_again() throws Exception {
    presence = new CountDownLatch(1);
    assertThat(link.answers()).isFalse();
    assertThat(link.isAvailable()).isFalse();
    presence.countDown();
    await(link::isAvailable);
    assertThat(read()).isEqualTo("bytes");
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("what is waited for does not happen").isLessThan(end);
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void many_who_doubt_at_the_same_time_cause_few_questions() throws Exception {
    presence = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CountDownLatch doubting = new CountDownLatch(100);
      List<Future<Boolean>> answers = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        answers.add(
            threads.submit(() -> {
              doubting.countDown();
              return link.answers();
            }));
      }
      doubting.await();
      presence.countDown();
      for (Future<Boolean> answer : answers) {
        assertThat(answer.get()).isTrue();
      }
      assertThat(probed.availablePermits()).isBetween(1, 3);
    }
  }

  @Test
  void a_refusal_is_no_outage_and_is_told_of_until_there_is_a_slice() throws Exception {
    assertThatThrownBy(
            () -> link.open(new SliceKey(SLICE.object(), "\"no\"", 0, 0), 5, 5, 0).close())
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("gw-2 refuses a slice: ");
    assertThat(link.isAvailable()).isTrue();
  }

  private static SliceKey slice(int index, String etag) {
    return new SliceKey(new ObjectName("mill", "k"), etag, index, 0);
  }

  private String read() throws IOException {
    try (InputStream body = link.open(SLICE, 5, 5, 0)) {
      return new String(body.readNBytes(5), StandardCharsets.UTF_8);
    }
  }

  private long questions() {
    return server.heads().stream().filter(head -> head.startsWith("GET ")).count();
  }

  private void answer(String head, Socket client) throws IOException, InterruptedException {
    if (head.startsWith("HEAD ")) {
      probed.release();
      presence.await();
      LockSupport.parkNanos(slowness.toNanos());
      ScriptedServer.write(client, "", "HTTP/1.1 200 OK", "Content-Length: 0");
      return;
    }
    if (head.contains("/0/5/0/k") || head.contains("/0/10/0/k")) {
      origin.await();
    } else {
      LockSupport.parkNanos(slowness.toNanos());
    }
    if (head.contains("\"no\"")) {
      ScriptedServer.write(client, "", "HTTP/1.1 400 Bad Request", "Content-Length: 0");
      return;
    }
    // All of the shorter slice, and half of the longer.
    String length = head.contains("/mill/10/") ? "10" : "5";
    ScriptedServer.write(
        client,
        "bytes",
        "HTTP/1.1 206 Partial Content",
        "Content-Range: bytes 0-" + (Integer.parseInt(length) - 1) + "/" + length,
        "Content-Length: " + length,
        "ETag: \"1\"",
        "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT");
  }
}
