package dev.millrace.tls.resumption;

import dev.millrace.tls.TicketKey;
import dev.millrace.tls.TicketKeys;
import dev.millrace.tls.crypto.Secret;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Ticket keys of this process alone, replaced as time goes by. Whoever steals a key can read the
/// sessions of its tickets, so each seals tickets for one period only; it opens them for as long as
/// they may live, and is zeroed then.
///
/// A key is replaced by the first ticket that is made after its period; without tickets nothing
/// happens.
///
/// Safe for use by several threads. Readers take no lock: the keys are an immutable list behind a
/// volatile field.
public final class RotatingTicketKeys implements TicketKeys {
  private static final int KEY_LENGTH = 32;
  private static final long SEALING = Long.MAX_VALUE;

  private final SecureRandom random;
  private final InstantSource clock;
  private final Duration period;
  private final LongSupplier lifetime;
  private final ReentrantLock rotating = new ReentrantLock();
  private volatile List<Aged> keys;

  /// @param until when it sealed its last ticket at the latest, milliseconds since the epoch, or
  ///   [#SEALING]
  private record Aged(TicketKey key, long since, long until) {
    boolean isNamed(byte[] name) {
      return Arrays.equals(key.name(), name);
    }
  }

  /// @param period for which a key seals tickets, more than 0
  /// @param lifetime of the tickets in seconds
  public RotatingTicketKeys(
      SecureRandom random, InstantSource clock, Duration period, LongSupplier lifetime) {
    this.random = random;
    this.clock = clock;
    this.period = period;
    this.lifetime = lifetime;
    this.keys = List.of(fresh(clock.millis()));
  }

  @Override
  public TicketKey current() {
    long now = clock.millis();
    if (isDue(now) && rotating.tryLock()) {
      try {
        if (isDue(now)) {
          rotate(now);
        }
      } finally {
        rotating.unlock();
      }
    }
    return keys.getFirst().key;
  }

  @Override
  public @Nullable TicketKey named(byte[] name) {
    for (Aged each : keys) {
      if (each.isNamed(name)) {
        return isOfUse(each, clock.millis()) ? each.key : null;
      }
    }
    return null;
  }

  private boolean isDue(long now) {
    return now - keys.getFirst().since >= period.toMillis();
  }

  private boolean isOfUse(Aged key, long now) {
    return key.until == SEALING || now - key.until < lifetime.getAsLong() * 1000;
  }

  private void rotate(long now) {
    List<Aged> next = new ArrayList<>();
    next.add(fresh(now));
    List<Aged> before = keys;
    Aged replaced = before.getFirst();
    next.add(new Aged(replaced.key, replaced.since, now));
    List<Aged> useless = new ArrayList<>();
    for (Aged each : before.subList(1, before.size())) {
      (isOfUse(each, now) ? next : useless).add(each);
    }
    keys = List.copyOf(next);
    useless.forEach(each -> ((Secret) each.key.key()).close());
  }

  private Aged fresh(long now) {
    byte[] name = new byte[TicketKey.NAME_LENGTH];
    byte[] key = new byte[KEY_LENGTH];
    random.nextBytes(name);
    random.nextBytes(key);
    return new Aged(new TicketKey(name, new Secret(key)), now, SEALING);
  }
}
