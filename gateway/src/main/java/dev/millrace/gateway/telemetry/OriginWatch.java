package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.settings.TimeSpan;
import dev.millrace.gateway.watch.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Whether the origin answers, by the last that was heard of it. It is asked for that only while
/// nobody asks it for anything else.
///
/// The log is told when it has not answered for some seconds, and when it has done so again for as
/// long: once each, however many requests fail in between, and of neither where it now answers and
/// now does not.
///
/// Safe for use by any number of threads.
public final class OriginWatch implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(OriginWatch.class.getName());
  private static final Duration INTERVAL = Duration.ofSeconds(3);

  private final LongSupplier clock;
  private volatile Word word;
  private volatile long heard;
  private @Nullable Watch watch;

  /// When the outage began that the log knows of, null where it knows of none.
  private volatile @Nullable Long told;

  /// What is known.
  ///
  /// @param trouble null where the origin answers
  /// @param since when it began to answer, or ceased to
  private record Word(@Nullable String trouble, long since) {
    boolean isLasting(long now) {
      return now - since >= INTERVAL.toNanos();
    }
  }

  /// When the origin is asked by this.
  public enum Probing {
    /// Whenever nothing was heard for some seconds.
    ALWAYS,
    /// Then, and only while it does not answer.
    IN_TROUBLE
  }

  /// @param clock nanoseconds from any origin, as [System#nanoTime] counts them
  public OriginWatch(LongSupplier clock) {
    this.clock = clock;
    this.heard = clock.getAsLong();
    this.word = new Word("has not answered yet", heard);
  }

  /// Says that the origin answered, with an error perhaps.
  void answered() {
    told(null);
  }

  /// Says what came in place of an answer, or of its rest: what is not transient was one.
  void failed(IOException failure) {
    boolean isAnswer = failure instanceof OriginException known && !known.reason().isTransient();
    told(isAnswer ? null : OriginMeter.result(failure));
  }

  private void told(@Nullable String what) {
    long now = clock.getAsLong();
    heard = now;
    Word last = word;
    if (!Objects.equals(what, last.trouble)) {
      boolean isOther = (what == null) != (last.trouble == null);
      word = new Word(what, isOther ? now : last.since);
    }
  }

  /// Says that the log has been told by others, should there be an outage.
  public void isTold() {
    Word now = word;
    if (now.trouble != null) {
      told = now.since;
    }
  }

  /// Why the origin is thought not to answer, in a word that names nothing, or null if it does.
  public @Nullable String trouble() {
    return word.trouble;
  }

  /// Looks after `origin`, which tells this what comes of questions.
  public void follow(Origin origin, Probing probing) {
    watch = Watch.begin("origin", INTERVAL, () -> look(origin, probing));
  }

  /// Asks if it is time to, and tells the log what has become of it.
  void look(Origin origin, Probing probing) {
    boolean isWanted = probing == Probing.ALWAYS || word.trouble != null;
    if (isWanted && clock.getAsLong() - heard >= INTERVAL.toNanos()) {
      ask(origin);
    }
    Word now = word;
    if (now.isLasting(clock.getAsLong())) {
      tell(now);
    }
  }

  private void tell(Word now) {
    Long began = told;
    if (began == null && now.trouble != null) {
      told = now.since;
      LOG.log(
          System.Logger.Level.WARNING,
          "the origin does not answer ({0}); what is not held fails until it does",
          now.trouble);
    } else if (began != null && now.trouble == null) {
      told = null;
      LOG.log(
          System.Logger.Level.WARNING,
          "the origin answers again, after {0}",
          TimeSpan.rounded(Duration.ofNanos(now.since - began)));
    }
  }

  private static void ask(Origin origin) {
    try {
      origin.probe();
    } catch (IOException _) {
      // told already
    }
  }

  @Override
  public void close() {
    Watch following = watch;
    if (following != null) {
      following.close();
    }
  }
}
