package dev.millrace.s3.credentials;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/* The keys of an issuer, renewed before they end.
 *
 * Purpose. Temporary keys end after some minutes or hours, while every request needs keys at once.
 * Requests must not wait where good keys are at hand, must not all ask the issuer at the same time,
 * and must hear of a failure soon where there are no keys.
 *
 * Structure. One volatile, immutable State says what there is and when the issuer is to be asked
 * next (`due`). The life of keys is
 *
 *     issued                                       due          end          what the service says
 *       |--- given out; nobody asks the issuer ----|-- window --|-- margin --|
 *
 *   - Before `due`, a caller takes what the state has: one volatile read, one look at the clock.
 *   - In the window, one caller asks the issuer. It is whoever takes the lock first; all others
 *     find it taken and go on with the present keys. If the issuer fails, the keys stay, and `due`
 *     moves ahead by RETRY, though never past `end`.
 *   - From `end` on, and before the first keys, all callers wait for the lock. The first one asks
 *     the issuer; those behind it find what it left. If that is a failure, it is theirs too, and
 *     that of everyone who comes before it is FORGET old: a storm of requests makes one question a
 *     second.
 *
 * The window is WINDOW long, but at most half of what is left of the keys' life. Some issuers,
 * EC2's metadata service among them, go on handing out the same keys until shortly before their
 * end; the half makes the questions to them come closer as the end does, and LEAST keeps them a
 * second apart. The window and the waits after failures are shortened by up to a quarter at random,
 * so that a fleet that started as one does not ask as one. MARGIN is for requests under way and for clocks that disagree.
 *
 * Why it is right.
 *   - Only the holder of the lock writes the state, after having read it again under the lock. So
 *     a caller that saw an old state and got the lock late does not ask again.
 *   - In each state there are keys that do not end before `due`, or there is a failure to throw
 *     until `due`: `due` is never later than `end` where there are keys. What is answered before
 *     `due` is thus always there, and never ended.
 *   - An interrupted caller fails alone, if at all. Its interruption may have broken its talk with the
 *     issuer (a virtual thread's socket closes then), which says nothing about the issuer: nothing
 *     is remembered, and the next caller asks.
 *   - The lock may be held for as long as an issuer takes, which its timeouts bound. It is no
 *     monitor and is taken by a caller's own thread: there is no thread of ours that could end or
 *     leak.
 *
 * Time is the wall clock, because the end of keys is given in it. If the clock is set back, keys
 * are taken for good for longer than they are, by as much.
 *
 * Sources. AWS SDKs and Tools Reference Guide, "Settings reference", for refreshing ahead of time;
 * Amazon EC2 User Guide, "Retrieve security credentials from instance metadata": new keys are there
 * five minutes before the old ones end, at the latest.
 */

/// The keys of an issuer, renewed before they end by one caller at a time.
final class RefreshedCredentials implements CredentialsSource {
  static final Duration WINDOW = Duration.ofMinutes(5);
  static final Duration MARGIN = Duration.ofSeconds(10);
  static final Duration RETRY = Duration.ofSeconds(15);
  static final Duration FORGET = Duration.ofSeconds(1);
  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final double JITTER = 0.25;
  private static final System.Logger LOG = System.getLogger(RefreshedCredentials.class.getName());

  /// What there is, and when the issuer is to be asked next.
  private sealed interface State {
    Instant due();

    /// Keys until `end`.
    record Held(Optional<Credentials> keys, Instant end, Instant due) implements State {}

    /// No keys, and why.
    record Failed(CredentialsException why, Instant due) implements State {}

    /// Nobody has asked yet.
    record Unasked() implements State {
      @Override
      public Instant due() {
        return Instant.MIN;
      }
    }
  }

  private final Issuer issuer;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final ReentrantLock asking = new ReentrantLock();
  private volatile State state = new State.Unasked();

  RefreshedCredentials(Issuer issuer, InstantSource clock, RandomGenerator random) {
    this.issuer = issuer;
    this.clock = clock;
    this.random = random;
  }

  /// The keys; never empty.
  @Override
  public Optional<Credentials> credentials() throws CredentialsException {
    State seen = state;
    Instant now = clock.instant();
    if (now.isBefore(seen.due())) {
      return answer(seen);
    }
    if (seen instanceof State.Held held && now.isBefore(held.end())) {
      if (!asking.tryLock()) {
        return held.keys();
      }
    } else {
      asking.lock();
    }
    try {
      if (!clock.instant().isBefore(state.due())) {
        state = asked();
      }
      return answer(state);
    } finally {
      asking.unlock();
    }
  }

  private static Optional<Credentials> answer(State state) throws CredentialsException {
    return switch (state) {
      case State.Held(var keys, _, _) -> keys;
      // Its own exception for each caller: a stack trace belongs to one thread.
      case State.Failed(var why, _) ->
          throw new CredentialsException(String.valueOf(why.getMessage()), why);
      case State.Unasked() -> throw new IllegalStateException("answered before anyone asked");
    };
  }

  /// The state after the issuer was asked.
  private State asked() throws CredentialsException {
    try {
      Lease lease = issuer.issue();
      Instant now = clock.instant();
      Instant end = lease.end().minus(MARGIN);
      if (!now.isBefore(end)) {
        throw new CredentialsException(
            "the keys %s ended at %s, or are about to: the service hands out old keys, or a clock"
                    .formatted(lease.keys().accessKeyId(), lease.end())
                + " is wrong",
            null);
      }
      Duration left = Duration.between(now, end);
      Duration window = shorter(WINDOW, left.dividedBy(2));
      Duration wait = left.minus(jittered(window));
      Duration atLeast = wait.compareTo(LEAST) < 0 ? LEAST : wait;
      return new State.Held(Optional.of(lease.keys()), end, now.plus(shorter(atLeast, left)));
    } catch (CredentialsException e) {
      return afterFailure(e);
    }
  }

  private State afterFailure(CredentialsException e) throws CredentialsException {
    boolean interrupted = Thread.currentThread().isInterrupted();
    Instant now = clock.instant();
    if (state instanceof State.Held(var keys, Instant end, _) && now.isBefore(end)) {
      if (interrupted) {
        return state;
      }
      LOG.log(
          System.Logger.Level.WARNING,
          "cannot renew credentials, going on until {0} with those at hand: {1}",
          end,
          e.getMessage());
      Duration wait = shorter(jittered(RETRY), Duration.between(now, end));
      return new State.Held(keys, end, now.plus(wait));
    }
    if (interrupted) {
      throw e;
    }
    return new State.Failed(e, now.plus(jittered(FORGET)));
  }

  private Duration jittered(Duration most) {
    return Duration.ofNanos((long) (most.toNanos() * (1 - JITTER * random.nextDouble())));
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
