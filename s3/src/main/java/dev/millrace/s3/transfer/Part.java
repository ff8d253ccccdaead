package dev.millrace.s3.transfer;

import dev.millrace.s3.ByteRange;
import dev.millrace.s3.checksum.Crc;
import dev.millrace.s3.checksum.CrcAlgorithm;
import dev.millrace.s3.checksum.RunningCrc;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A run of an object's bytes that one worker fetches from its start on, and whose rest may be
/// taken away from it at any moment.
///
/// Two places in it never decrease, and its end never increases: what is *written* has reached the
/// file, what is *claimed* will be written by the worker, and behind that the rest can still be cut
/// off. A worker that has received bytes claims them first, and writes no more than it could claim.
/// So every byte has one worker that writes it, whatever is cut off when.
///
/// A worker says how it can be woken while it waits for the network, and is woken when there is
/// nothing left to wait for; at once, where that was so before it said so.
final class Part {
  /// How long nothing may move before another worker may take all of it over.
  static final Duration STALL = Duration.ofSeconds(2);

  /// How often the same bytes are taken over in a row. Where none of so many connections brought
  /// any, it is the service that is silent, and its timeout is waited for.
  private static final int MOST_TAKEOVERS = 3;

  /// How much the latest sample of the rate counts, against all before.
  private static final double NOVELTY = 0.3;

  private final long start;
  private final int takeovers;
  private final LongSupplier clock;
  private final @Nullable CrcAlgorithm algorithm;
  private final @Nullable RunningCrc crc;
  private long written;
  private long claimed;
  private long end;
  private @Nullable Crc done;
  private @Nullable Runnable wake;
  private boolean woken;
  private boolean taken;
  private boolean ended;

  private long sampled;
  private long movedAt;
  private double rate;

  /// @param clock in nanoseconds
  Part(ByteRange range, @Nullable CrcAlgorithm algorithm, LongSupplier clock) {
    this(range, algorithm, clock, 0, 0);
  }

  /// @param rate at which it is expected to grow, in bytes per second; 0 where nobody knows
  private Part(
      ByteRange range,
      @Nullable CrcAlgorithm algorithm,
      LongSupplier clock,
      double rate,
      int takeovers) {
    this.clock = clock;
    this.movedAt = clock.getAsLong();
    this.start = range.offset();
    this.takeovers = takeovers;
    this.algorithm = algorithm;
    written = start;
    claimed = start;
    end = start + range.length();
    crc = algorithm == null ? null : algorithm.start();
    done = algorithm == null ? null : Crc.ofNothing(algorithm);
    sampled = start;
    this.rate = rate;
  }

  /// Gives this part to the caller, if nobody has it.
  synchronized boolean take() {
    if (taken || claimed == end) {
      return false;
    }
    taken = true;
    movedAt = clock.getAsLong();
    return true;
  }

  synchronized boolean isTaken() {
    return taken;
  }

  /// From now on the worker may wait for the network.
  ///
  /// @param wake what ends that
  synchronized void awaits(Runnable wake) {
    this.wake = wake;
    wakeIfOver();
  }

  /// The worker waits for nothing any more.
  ///
  /// @return whether it was woken
  synchronized boolean awaitsNothing() {
    boolean was = woken;
    wake = null;
    woken = false;
    return was;
  }

  /// What is to be fetched still.
  synchronized ByteRange rest() {
    return new ByteRange(claimed, end - claimed);
  }

  synchronized boolean isFetched() {
    return claimed == end;
  }

  /// Claims bytes that were received.
  ///
  /// @return how many of them are this part's
  synchronized int claim(int received) {
    int count = (int) Math.min(received, end - claimed);
    claimed += count;
    return count;
  }

  /// Notes that bytes that were claimed have been written.
  ///
  /// @param bytes the same bytes, which are consumed
  void wrote(ByteBuffer bytes) {
    int count = bytes.remaining();
    if (crc != null) {
      crc.update(bytes);
    }
    synchronized (this) {
      written += count;
      done = crc == null ? null : crc.crc();
    }
  }

  /// Cuts off the rest of this part, from `share` of what is not claimed on, and makes a part of
  /// it. Where all of it is cut off, the worker is woken.
  ///
  /// @param share from 0, for all, to 1, for nothing
  /// @param rate at which the other is expected to grow
  /// @return null where there is nothing to cut off
  synchronized @Nullable Part cut(double share, double rate) {
    long at = claimed + (long) ((end - claimed) * share);
    if (at >= end) {
      return null;
    }
    int inherited = claimed > start ? 0 : takeovers;
    ByteRange rest = new ByteRange(at, end - at);
    end = at;
    wakeIfOver();
    return new Part(rest, algorithm, clock, rate, claimed == end ? inherited + 1 : inherited);
  }

  /// What has been written.
  synchronized Piece piece() {
    return new Piece(start, written - start, done);
  }

  /// Ends what its worker waits for, now and later.
  synchronized void end() {
    ended = true;
    wakeIfOver();
  }

  /// Takes note of how fast this part grows.
  ///
  /// @param interval since the last time
  synchronized void sample(Duration interval) {
    double latest = (claimed - sampled) * 1e9 / interval.toNanos();
    if (claimed > sampled) {
      movedAt = clock.getAsLong();
    }
    sampled = claimed;
    rate = rate == 0 ? latest : (1 - NOVELTY) * rate + NOVELTY * latest;
  }

  /// In bytes per second; 0 where it is not known.
  synchronized double rate() {
    return rate;
  }

  /// How long the rest will take at this rate.
  synchronized double secondsLeft() {
    return (end - claimed) / Math.max(1, rate);
  }

  synchronized boolean isStalled() {
    return taken
        && claimed < end
        && clock.getAsLong() - movedAt > STALL.toNanos()
        && (claimed > start || takeovers < MOST_TAKEOVERS);
  }

  private void wakeIfOver() {
    if (wake != null && !woken && (ended || claimed == end)) {
      woken = true;
      wake.run();
    }
  }
}
