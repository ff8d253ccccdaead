package dev.millrace.s3.http;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.Channel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Ends waits for the network that have taken too long.
///
/// A socket's own timeout (SO_TIMEOUT) costs a poll before every read, and a timer of one's own a
/// look at the clock and a queue: more than the read itself, for something that nearly never
/// happens. So here those who wait only count. A [Guard] has a step, which is odd while its thread
/// waits and even otherwise: two plain writes for each wait, no clock, no lock. One thread looks at
/// all guards every sixteenth of the shortest timeout. It sees an odd step a second time: the wait
/// still lasts. It has seen it for the whole of its timeout: the wait is ended, by closing the
/// channel, which wakes whoever waits on it.
///
/// A wait is thus noticed up to one look late, and ends up to one more look late, never early: a
/// step that is unchanged over the timeout was that long under way. Between looks the watcher
/// sleeps, and while there is no connection it is parked.
final class Watch implements AutoCloseable {
  private static final Duration RAREST_LOOK = Duration.ofMillis(500);
  private static final Duration MOST_FREQUENT_LOOK = Duration.ofMillis(2);

  private final Set<Guard> guards = ConcurrentHashMap.newKeySet();
  private final long interval;
  private final Runnable chore;
  private volatile @Nullable Thread watcher;
  private volatile boolean asleep;
  private volatile boolean closed;

  /// @param shortestTimeout the shortest of the timeouts that will be asked for
  /// @param chore what else to do at every look; quick
  Watch(Duration shortestTimeout, Runnable chore) {
    long sixteenth = shortestTimeout.dividedBy(16).toMillis();
    interval =
        Duration.ofMillis(
                Math.clamp(sixteenth, MOST_FREQUENT_LOOK.toMillis(), RAREST_LOOK.toMillis()))
            .toNanos();
    this.chore = chore;
  }

  /// Looks after the waits on `channel` from now on, until it is released.
  Guard guard(Channel channel) {
    Guard guard = new Guard(channel);
    guards.add(guard);
    if (watcher == null) {
      start();
    }
    if (asleep) {
      LockSupport.unpark(watcher);
    }
    return guard;
  }

  void release(Guard guard) {
    guards.remove(guard);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(watcher);
  }

  private synchronized void start() {
    if (watcher == null && !closed) {
      watcher = Thread.ofPlatform().daemon().name("millrace-http-watch").start(this::watch);
    }
  }

  private void watch() {
    while (!closed) {
      // Said before looking whether there is a guard, as a guard is added before looking at this.
      asleep = true;
      if (guards.isEmpty()) {
        LockSupport.park(this);
      }
      asleep = false;
      LockSupport.parkNanos(this, interval);
      long now = System.nanoTime();
      guards.forEach(guard -> guard.look(now));
      chore.run();
    }
  }

  /// What looks after the waits of one thread at a time on one channel.
  static final class Guard {
    private static final VarHandle STEP;

    static {
      try {
        STEP = MethodHandles.lookup().findVarHandle(Guard.class, "step", long.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private final Channel channel;

    @SuppressWarnings("unused") // through STEP
    private long step;

    private long limit;
    private volatile boolean expired;

    // The watcher's own.
    private long seen;
    private long since;

    private Guard(Channel channel) {
      this.channel = channel;
    }

    /// Begins a wait of at most `nanos`.
    void begin(long nanos) {
      limit = nanos;
      STEP.setRelease(this, step + 1);
    }

    void end() {
      STEP.setRelease(this, step + 1);
    }

    /// Whether a wait was ended, and the channel closed.
    boolean expired() {
      return expired;
    }

    private void look(long now) {
      long present = (long) STEP.getAcquire(this);
      if (present != seen) {
        seen = present;
        since = now;
      } else if ((present & 1) == 1 && now - since >= limit && !expired) {
        expired = true;
        try {
          channel.close();
        } catch (IOException _) {
          // It counts as closed all the same.
        }
      }
    }
  }
}
