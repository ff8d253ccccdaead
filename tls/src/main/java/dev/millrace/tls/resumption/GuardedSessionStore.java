package dev.millrace.tls.resumption;

import dev.millrace.tls.SessionStore;
import dev.millrace.tls.StoredSession;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An application's store, which may fail where its connections may not: where it throws, it has
/// forgotten the session, as a store may at any time. That is logged as a warning, once a minute at
/// most, since a store that is down fails in every handshake.
///
/// Safe for use by several threads, as far as the store is.
public final class GuardedSessionStore implements SessionStore {
  private static final System.Logger LOG = System.getLogger(SessionStore.class.getName());
  private static final long QUIET_MILLIS = Duration.ofMinutes(1).toMillis();

  private final SessionStore store;
  private final InstantSource clock;
  private final AtomicLong quietUntil = new AtomicLong(Long.MIN_VALUE);

  public GuardedSessionStore(SessionStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public void put(byte[] key, StoredSession session) {
    orNothing(() -> {
      store.put(key, session);
      return null;
    });
  }

  @Override
  public @Nullable StoredSession get(byte[] key) {
    return orNothing(() -> store.get(key));
  }

  @Override
  public @Nullable StoredSession take(byte[] key) {
    return orNothing(() -> store.take(key));
  }

  @Override
  public void remove(byte[] key, StoredSession session) {
    orNothing(() -> {
      store.remove(key, session);
      return null;
    });
  }

  private @Nullable StoredSession orNothing(Supplier<@Nullable StoredSession> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      long now = clock.millis();
      long quiet = quietUntil.get();
      if (now >= quiet && quietUntil.compareAndSet(quiet, now + QUIET_MILLIS)) {
        LOG.log(System.Logger.Level.WARNING, "a session store failed; handshakes go on without", e);
      }
      return null;
    }
  }
}
