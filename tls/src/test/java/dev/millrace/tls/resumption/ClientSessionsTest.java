package dev.millrace.tls.resumption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.SessionStore;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.testing.SettableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ClientSessionsTest {
  private static final ClientSessions.Peer PEER =
      new ClientSessions.Peer("example.com", 443, "example.com", "");

  private final SettableClock clock = new SettableClock();
  private final SessionStore store = new BoundedTicketStore(10, Duration.ofDays(1));
  private final ClientSessions sessions = new ClientSessions(store, clock, () -> 86_400);

  @Test
  void tickets_of_tls13_are_used_once_each_the_newest_first() {
    ResumableSession first = TestSessions.tls13(clock.millis());
    ResumableSession second = TestSessions.tls13(clock.millis());
    sessions.add(PEER, first);
    sessions.add(PEER, second);

    assertThat(sessions.find(PEER)).isSameAs(second);
    assertThat(sessions.find(PEER)).isSameAs(first);
    assertThat(sessions.find(PEER)).isNull();
  }

  @Test
  void a_session_of_tls12_stays() {
    ResumableSession session = TestSessions.tls12(clock.millis());
    sessions.add(PEER, session);

    assertThat(sessions.find(PEER)).isSameAs(session);
    assertThat(sessions.find(PEER)).isSameAs(session);
    sessions.remove(PEER, session);
    assertThat(sessions.find(PEER)).isNull();
  }

  @Test
  void at_most_eight_tickets_are_kept_of_a_peer() {
    for (int i = 0; i < 20; i++) {
      sessions.add(PEER, TestSessions.tls13(clock.millis()));
    }

    int found = 0;
    while (sessions.find(PEER) != null) {
      found++;
    }
    assertThat(found).isEqualTo(BoundedTicketStore.SESSIONS_PER_KEY);
  }

  @Test
  void what_is_too_old_or_invalid_is_passed_over() {
    ResumableSession old = TestSessions.tls13(clock.millis());
    clock.advance(Duration.ofSeconds(TestSessions.LIFETIME));
    ResumableSession invalid = TestSessions.tls13(clock.millis());
    SessionState.of(invalid.attributes(), () -> new SessionState(new byte[32], clock.millis()))
        .invalidate();
    ResumableSession good = TestSessions.tls13(clock.millis());
    sessions.add(PEER, good);
    sessions.add(PEER, invalid);
    sessions.add(PEER, old);

    assertThat(sessions.find(PEER)).isSameAs(good);
    assertThat(sessions.find(PEER)).isNull();
  }

  @Test
  void a_session_does_not_serve_for_another_way_to_check_the_peer() {
    sessions.add(PEER, TestSessions.tls12(clock.millis()));

    assertThat(sessions.find(new ClientSessions.Peer("example.com", 443, "example.com", "HTTPS")))
        .isNull();
    assertThat(sessions.find(new ClientSessions.Peer("example.com", 443, "other.com", "")))
        .isNull();
    assertThat(sessions.find(new ClientSessions.Peer("example.com", 444, "example.com", "")))
        .isNull();
    assertThat(sessions.find(new ClientSessions.Peer("EXAMPLE.com", 443, "EXAMPLE.com", "")))
        .isNotNull();
  }

  @Test
  void the_usual_key_is_host_and_port() {
    sessions.add(PEER, TestSessions.tls12(clock.millis()));

    assertThat(store.get("example.com:443".getBytes(StandardCharsets.UTF_8))).isNotNull();
  }

  @Test
  void of_many_threads_each_gets_another_ticket() throws Exception {
    for (int i = 0; i < 8; i++) {
      sessions.add(PEER, TestSessions.tls13(clock.millis()));
    }
    List<Future<ResumableSession>> found = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 32; i++) {
        found.add(threads.submit(() -> sessions.find(PEER)));
      }
    }

    List<ResumableSession> got = new ArrayList<>();
    for (Future<ResumableSession> each : found) {
      if (each.get() != null) {
        got.add(each.get());
      }
    }
    assertThat(got).hasSize(8).doesNotHaveDuplicates();
  }
}
