package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Members;
import dev.millrace.fleet.Membership;
import dev.millrace.fleet.ticket.TicketKeySet;
import dev.millrace.fleet.ticket.TicketSecret;
import dev.millrace.tls.TicketKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SharedTicketKeysTest {
  private static final Duration PERIOD = Duration.ofHours(12);

  private final SecureRandom random = new SecureRandom();
  private final FixedKeys membership = new FixedKeys();
  private Instant now = Instant.parse("2026-11-23T12:00:00Z");
  private final SharedTicketKeys keys = new SharedTicketKeys(membership, () -> now, null);

  @Test
  void without_keys_there_are_none() {
    assertThat(keys.current()).isNull();
    assertThat(keys.named(new byte[TicketKey.NAME_LENGTH])).isNull();
  }

  @Test
  void the_present_key_seals() {
    TicketKeySet set = first();
    assertIs(keys.current(), set.present());
    assertThat(keys.current()).isSameAs(keys.current());
  }

  @Test
  void previous_present_and_next_are_found_by_name_and_no_others() {
    TicketKeySet first = first();
    TicketKeySet second = rotate(first);
    TicketKeySet third = rotate(second);
    assertIs(keys.named(second.present().name()), third.previous());
    assertIs(keys.named(third.present().name()), third.present());
    assertIs(keys.named(third.next().name()), third.next());
    assertThat(keys.named(first.present().name())).isNull();
    assertThat(keys.named(new byte[TicketKey.NAME_LENGTH])).isNull();
  }

  @Test
  void a_rotation_is_seen_at_once() {
    TicketKeySet first = first();
    assertIs(keys.current(), first.present());
    assertIs(keys.named(first.next().name()), first.next());
    TicketKeySet second = rotate(first);
    assertIs(keys.current(), first.next());
    assertIs(keys.named(second.next().name()), second.next());
    membership.keys = null;
    assertThat(keys.current()).isNull();
    assertThat(keys.named(second.present().name())).isNull();
  }

  @Test
  void keys_that_nobody_rotated_for_two_periods_give_nothing() {
    TicketKeySet set = first();
    now = now.plus(PERIOD.multipliedBy(2)).minusMillis(1);
    assertIs(keys.current(), set.present());
    assertIs(keys.named(set.next().name()), set.next());
    now = now.plusMillis(1);
    assertThat(keys.current()).isNull();
    assertThat(keys.named(set.present().name())).isNull();
  }

  @Test
  void keys_are_others_where_others_vouch_for_clients() {
    TicketKeySet set = first();
    TicketKey one = new SharedTicketKeys(membership, () -> now, new byte[] {1}).current();
    TicketKey same = new SharedTicketKeys(membership, () -> now, new byte[] {1}).current();
    TicketKey other = new SharedTicketKeys(membership, () -> now, new byte[] {2}).current();
    assertThat(one).isNotNull();
    assertThat(same).isNotNull();
    assertThat(other).isNotNull();
    assertThat(one.name()).isEqualTo(set.present().name());
    assertThat(one.key()).isEqualTo(same.key()).isNotEqualTo(other.key());
    assertThat(one.key().getEncoded()).hasSize(32).isNotEqualTo(set.present().key());
  }

  private TicketKeySet first() {
    return adopted(TicketKeySet.first(random, now, PERIOD));
  }

  private TicketKeySet rotate(TicketKeySet set) {
    return adopted(set.rotated(random, now, PERIOD));
  }

  private TicketKeySet adopted(TicketKeySet set) {
    membership.keys = set;
    return set;
  }

  private static void assertIs(@Nullable TicketKey key, @Nullable TicketSecret secret) {
    assertThat(key).isNotNull();
    assertThat(secret).isNotNull();
    assertThat(key.name()).isEqualTo(secret.name());
    assertThat(key.key().getEncoded()).isEqualTo(secret.key());
    assertThat(key.key().getAlgorithm()).isEqualTo("AES");
  }

  private static final class FixedKeys implements Membership {
    private @Nullable TicketKeySet keys;

    @Override
    public @Nullable TicketKeySet ticketKeys() {
      return keys;
    }

    @Override
    public Members members() {
      return Members.none();
    }

    @Override
    public void listen(Consumer<? super Members> listener) {
      listener.accept(members());
    }

    @Override
    public @Nullable String trouble() {
      return null;
    }

    @Override
    public void enter() {}

    @Override
    public void leave(Duration patience) {}

    @Override
    public void close() {}
  }
}
