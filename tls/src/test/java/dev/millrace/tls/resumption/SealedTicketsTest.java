package dev.millrace.tls.resumption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.TicketKey;
import dev.millrace.tls.TicketKeys;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.testing.SettableClock;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SealedTicketsTest {
  private static final CryptoServices CRYPTO = CryptoServices.resolve();

  private final SettableClock clock = new SettableClock();
  private final RotatingTicketKeys keys =
      new RotatingTicketKeys(
          new SecureRandom(), clock, Duration.ofHours(1), () -> TestSessions.LIFETIME);
  private final SealedTickets tickets = tickets(keys);

  private SealedTickets tickets(TicketKeys with) {
    return new SealedTickets(
        with,
        DisabledSessionStore.INSTANCE,
        CRYPTO,
        clock,
        () -> TestSessions.LIFETIME,
        new OwnIdentities(List::of));
  }

  private byte[] ticket(ResumableSession session) {
    return Objects.requireNonNull(tickets.issue(session));
  }

  @Test
  void a_ticket_gives_back_its_session() {
    ResumableSession session = TestSessions.tls13(clock.millis());

    ResumableSession back = Objects.requireNonNull(tickets.redeem(ticket(session)));

    assertThat(back.suite()).isEqualTo(session.suite());
    assertThat(back.serverName()).isEqualTo("example.com");
    assertThat(back.applicationProtocol()).isEqualTo("h2");
    assertThat(back.secret().getEncoded()).isEqualTo(session.secret().getEncoded());
    assertThat(back.creationTime()).isEqualTo(session.creationTime());
  }

  @Test
  void two_tickets_of_one_session_differ() {
    ResumableSession session = TestSessions.tls13(clock.millis());

    assertThat(ticket(session)).isNotEqualTo(ticket(session));
  }

  @Test
  void a_ticket_of_one_version_is_none_of_the_other() {
    assertThat(tickets.redeem(ticket(TestSessions.tls12(clock.millis())))).isNull();
    assertThat(tickets.redeem12(ticket(TestSessions.tls13(clock.millis())))).isNull();
    assertThat(tickets.redeem12(ticket(TestSessions.tls12(clock.millis())))).isNotNull();
  }

  @Test
  void a_ticket_that_is_too_old_is_refused() {
    byte[] ticket = ticket(TestSessions.tls13(clock.millis()));

    clock.advance(Duration.ofSeconds(TestSessions.LIFETIME).minusMillis(1));
    assertThat(tickets.redeem(ticket)).isNotNull();
    clock.advance(Duration.ofMillis(1));
    assertThat(tickets.redeem(ticket)).isNull();
  }

  @Test
  void a_ticket_outlives_the_change_of_keys() {
    byte[] ticket = ticket(TestSessions.tls13(clock.millis()));

    clock.advance(Duration.ofMinutes(59));
    TicketKey before = keys.current();
    clock.advance(Duration.ofSeconds(50));
    clock.advance(Duration.ofSeconds(9));

    assertThat(keys.current()).isEqualTo(before);
    assertThat(tickets.redeem(ticket)).isNotNull();
  }

  @Test
  void a_ticket_of_other_keys_is_refused() {
    SealedTickets others =
        tickets(
            new RotatingTicketKeys(
                new SecureRandom(), clock, Duration.ofHours(1), () -> TestSessions.LIFETIME));

    assertThat(others.redeem(ticket(TestSessions.tls13(clock.millis())))).isNull();
  }

  @Property(tries = 300)
  void a_ticket_that_was_changed_is_refused(
      @ForAll @IntRange(min = 0, max = 100) int index, @ForAll @IntRange(max = 7) int bit) {
    byte[] ticket = ticket(TestSessions.tls13(clock.millis()));
    ticket[index] ^= (byte) (1 << bit);

    assertThat(tickets.redeem(ticket)).isNull();
  }

  @Property(tries = 100)
  void what_is_no_ticket_is_refused(@ForAll byte[] bytes) {
    assertThat(tickets.redeem(bytes)).isNull();
    assertThat(tickets.redeem12(bytes)).isNull();
  }

  @Test
  void a_ticket_that_was_cut_is_refused() {
    byte[] ticket = ticket(TestSessions.tls13(clock.millis()));

    for (int length = 0; length < ticket.length; length++) {
      assertThat(tickets.redeem(Arrays.copyOf(ticket, length))).isNull();
    }
  }

  @Test
  void no_ticket_is_made_without_a_key() {
    TicketKeys none =
        new TicketKeys() {
          @Override
          public @Nullable TicketKey current() {
            return null;
          }

          @Override
          public @Nullable TicketKey named(byte[] name) {
            return null;
          }
        };

    assertThat(tickets(none).issue(TestSessions.tls13(clock.millis()))).isNull();
  }
}
