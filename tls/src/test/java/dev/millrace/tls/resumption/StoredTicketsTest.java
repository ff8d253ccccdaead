package dev.millrace.tls.resumption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.testing.SettableClock;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoredTicketsTest {
  private final SettableClock clock = new SettableClock();
  private final BoundedSessionStore store = new BoundedSessionStore(100, Duration.ofHours(2));
  private final StoredTickets tickets =
      new StoredTickets(
          store,
          new SecureRandom(),
          clock,
          () -> TestSessions.LIFETIME,
          new OwnIdentities(List::of));

  @Test
  void a_ticket_of_tls13_is_good_for_one_use() {
    byte[] ticket = tickets.issue(TestSessions.tls13(clock.millis()));

    assertThat(tickets.redeem(ticket)).isNotNull();
    assertThat(tickets.redeem(ticket)).isNull();
  }

  @Test
  void a_session_of_tls12_is_good_for_many() {
    byte[] id = {1, 2, 3};
    tickets.store12(id, TestSessions.tls12(clock.millis()));

    assertThat(tickets.find12(id)).isNotNull();
    ResumableSession again = tickets.find12(id);
    assertThat(again).isNotNull();
    tickets.remove(again);
    assertThat(tickets.find12(id)).isNull();
  }

  @Test
  void neither_serves_for_the_other() {
    byte[] ticket = tickets.issue(TestSessions.tls13(clock.millis()));
    byte[] id = {1, 2, 3};
    tickets.store12(id, TestSessions.tls12(clock.millis()));

    assertThat(tickets.find12(ticket)).isNull();
    assertThat(tickets.redeem(id)).isNull();
  }

  @Test
  void what_is_too_old_is_not_found() {
    byte[] id = {1, 2, 3};
    tickets.store12(id, TestSessions.tls12(clock.millis()));
    clock.advance(Duration.ofSeconds(TestSessions.LIFETIME));

    assertThat(tickets.find12(id)).isNull();
  }

  @Test
  void an_invalidated_session_is_not_found() {
    byte[] id = {1, 2, 3};
    ResumableSession session = TestSessions.tls12(clock.millis());
    tickets.store12(id, session);
    SessionState.of(session.attributes(), () -> new SessionState(id, clock.millis())).invalidate();

    assertThat(tickets.find12(id)).isNull();
  }
}
