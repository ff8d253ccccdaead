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
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PeerLinkTest {
  private static final SliceKey SLICE = new SliceKey(new ObjectName("mill", "k"), "\"1\"", 0);

  @TempDir private static Path folder;
  private static TestCertificate certificate;

  /// What the peer waits for, before it says that it is there, and before it gives a slice.
  private volatile CountDownLatch presence = new CountDownLatch(0);

  private volatile CountDownLatch origin = new CountDownLatch(0);

  /// A permit for each time that it was asked whether it is there.
  private final Semaphore probed = new Semaphore(0);

  private ScriptedServer server;
  private PeerLink link;

  @BeforeAll
  static void make_a_certificate() throws IOException {
    certificate = TestCertificate.create(folder);
  }

  @BeforeEach
  void start() throws IOException {
    server = ScriptedServer.start(certificate.server(), this::answer);
    SSLContext tls = new NodeReport(certificate).tls();
    Node node =
        new Node("gw-2", server.endpoint().getHost(), server.endpoint().getPort(), Tier.MAIN, 1);
    PeerLimits limits = new PeerLimits(Duration.ofMillis(300), Duration.ofMinutes(10), 50);
    link = new PeerLink(node, "mill", tls, limits, new Pace(), _ -> List.of());
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
      // More than there may be connections.
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
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
    }
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
    while (!link.isAvailable()) {
      Thread.onSpinWait();
    }
    assertThat(read()).isEqualTo("bytes");
  }

  @Test
  void many_who_doubt_at_the_same_time_cause_one_question_or_two() throws Exception {
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
  void a_refusal_is_one_and_no_outage() {
    assertThatThrownBy(() -> link.open(new SliceKey(SLICE.object(), "\"no\"", 0), 5, 5, 0).close())
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("gw-2 refuses a slice: ");
    assertThat(link.isAvailable()).isTrue();
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
      ScriptedServer.write(client, "", "HTTP/1.1 200 OK", "Content-Length: 0");
      return;
    }
    origin.await();
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
