package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.watch.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Whether the origin answers, by the last that was heard of it. It is asked for that only while
/// nobody asks it for anything else.
///
/// Safe for use by any number of threads.
public final class OriginWatch implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(3);

  private final LongSupplier clock;
  private volatile @Nullable String trouble = "has not answered yet";
  private volatile long heard;
  private @Nullable Watch watch;

  /// @param clock nanoseconds from any origin, as [System#nanoTime] counts them
  public OriginWatch(LongSupplier clock) {
    this.clock = clock;
    this.heard = clock.getAsLong();
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
    heard = clock.getAsLong();
    trouble = what;
  }

  /// Why the origin is thought not to answer, in a word that names nothing, or null if it does.
  public @Nullable String trouble() {
    return trouble;
  }

  /// Asks `origin`, which tells this what comes of it, whenever nothing was heard for some seconds.
  public void follow(Origin origin) {
    watch = Watch.begin("origin", INTERVAL, () -> look(origin));
  }

  /// Asks if it is time to.
  void look(Origin origin) {
    if (clock.getAsLong() - heard < INTERVAL.toNanos()) {
      return;
    }
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
