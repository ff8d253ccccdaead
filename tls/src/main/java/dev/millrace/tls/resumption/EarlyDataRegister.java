package dev.millrace.tls.resumption;

import dev.millrace.cache.SessionCache;
import dev.millrace.tls.handshake.Tickets;
import java.time.Duration;
import java.time.InstantSource;

/// Remembers which early data was taken, so that none is taken twice (RFC 8446, section 8.2).
///
/// What identifies it is a binder, which covers the whole ClientHello. A hello is only fresh for a
/// while, so its binder need not be remembered for longer: twice the window, since clocks may be
/// off to either side. Where that does not fit, nothing more is taken until it does; and since what
/// this process took before it started is unknown, nothing is taken in its first window either.
///
/// Safe for use by several threads.
final class EarlyDataRegister {
  private static final int CAPACITY = 1 << 16;

  private final InstantSource clock;
  private final long start;
  private final SessionCache<SessionKey, Boolean> seen;

  /// @param remembersAll whether nothing can have been taken before this object was made
  EarlyDataRegister(InstantSource clock, boolean remembersAll) {
    this.clock = clock;
    start = remembersAll ? Long.MIN_VALUE / 2 : clock.millis();
    seen =
        SessionCache.bounded(
            CAPACITY,
            Duration.ofMillis(2 * Tickets.FRESHNESS_WINDOW),
            () -> clock.millis() * 1_000_000);
  }

  /// Whether this is the first time, for certain.
  boolean isFirst(byte[] binder) {
    return clock.millis() - start > 2 * Tickets.FRESHNESS_WINDOW
        && seen.size() < CAPACITY
        && seen.putIfAbsent(SessionKey.copyOf(binder), true) == null;
  }
}
