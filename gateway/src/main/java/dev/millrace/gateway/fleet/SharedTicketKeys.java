package dev.millrace.gateway.fleet;

import static java.util.stream.Collectors.toMap;

import dev.millrace.fleet.Membership;
import dev.millrace.fleet.ticket.TicketKeySet;
import dev.millrace.fleet.ticket.TicketSecret;
import dev.millrace.tls.TicketKey;
import dev.millrace.tls.TicketKeys;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// The ticket keys of a fleet as the TLS provider takes them. Without any, handshakes are full.
///
/// A ticket says who its client is, and is redeemed without a look at who vouched for that. So
/// where clients show certificates, the keys follow from the authorities as well: tickets are good
/// where the same ones are believed, and nowhere else.
///
/// Safe for use by any number of threads.
final class SharedTicketKeys implements TicketKeys {
  private final Membership membership;
  private final InstantSource clock;
  private final byte @Nullable [] authorities;
  private volatile @Nullable Known latest;

  private record Known(TicketKeySet set, Map<TicketSecret, TicketKey> keys) {}

  /// @param authorities a fingerprint of those who vouch for clients; null where nobody does
  SharedTicketKeys(Membership membership, InstantSource clock, byte @Nullable [] authorities) {
    this.membership = membership;
    this.clock = clock;
    this.authorities = authorities;
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
      known = new Known(set, set.secrets().collect(toMap(each -> each, this::key)));
      latest = known;
    }
    return secret == null ? null : known.keys.get(secret);
  }

  private TicketKey key(TicketSecret secret) {
    byte[] key = authorities == null ? secret.key() : bound(secret.key(), authorities);
    return new TicketKey(secret.name(), new SecretKeySpec(key, "AES"));
  }

  private static byte[] bound(byte[] key, byte[] authorities) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(authorities);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
