package dev.millrace.gateway.fleet;

import static java.util.stream.Collectors.toMap;

import dev.millrace.fleet.Membership;
import dev.millrace.fleet.ticket.TicketKeySet;
import dev.millrace.fleet.ticket.TicketSecret;
import dev.millrace.tls.TicketKey;
import dev.millrace.tls.TicketKeys;
import java.time.InstantSource;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// The ticket keys of a fleet as the TLS provider takes them. Without any, handshakes are full.
///
/// Safe for use by any number of threads.
final class SharedTicketKeys implements TicketKeys {
  private final Membership membership;
  private final InstantSource clock;
  private volatile @Nullable Known latest;

  private record Known(TicketKeySet set, Map<TicketSecret, TicketKey> keys) {}

  SharedTicketKeys(Membership membership, InstantSource clock) {
    this.membership = membership;
    this.clock = clock;
  }

  @Override
  public @Nullable TicketKey current() {
    TicketKeySet keys = membership.ticketKeys();
    return keys == null ? null : key(keys, keys.current(clock.instant()));
  }

  @Override
  public @Nullable TicketKey named(byte[] name) {
    TicketKeySet keys = membership.ticketKeys();
    return keys == null ? null : key(keys, keys.named(name, clock.instant()));
  }

  private @Nullable TicketKey key(TicketKeySet set, @Nullable TicketSecret secret) {
    Known known = latest;
    if (known == null || !known.set.equals(set)) {
      known = new Known(set, set.secrets().collect(toMap(each -> each, SharedTicketKeys::key)));
      latest = known;
    }
    return secret == null ? null : known.keys.get(secret);
  }

  private static TicketKey key(TicketSecret secret) {
    return new TicketKey(secret.name(), new SecretKeySpec(secret.key(), "AES"));
  }
}
