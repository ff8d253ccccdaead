package dev.millrace.s3.transfer;

import dev.millrace.s3.ByteRange;
import dev.millrace.s3.ObjectBody;
import dev.millrace.s3.checksum.Crc;
import dev.millrace.s3.checksum.CrcAlgorithm;
import dev.millrace.s3.checksum.RunningCrc;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A run of an object's bytes that one worker fetches from its start on, and whose rest may be
/// taken away from it at any moment.
///
/// Three places in it never decrease: what is *written* has reached the file, what is *claimed*
/// will be written by the worker, and behind that the rest can still be cut off. A worker that has
/// received bytes claims them first, and writes no more than it could claim. So every byte has one
/// worker that writes it, whatever is cut off when.
final class Part {
  /// How long nothing may move before another worker may take all of it over.
  static final Duration STALL = Duration.ofSeconds(2);

  /// How much the latest sample of the rate counts, against all before.
  private static final double NOVELTY = 0.3;

  private final long start;
  private final @Nullable RunningCrc crc;
  private long written;
  private long claimed;
  private long end;
  private @Nullable Crc done;
  private @Nullable ObjectBody body;
  private boolean taken;

  private long sampled;
  private long movedAt = System.nanoTime();
  private double rate;

  /// @param rate at which it is expected to grow, in bytes per second; 0 where nobody knows
  Part(ByteRange range, @Nullable CrcAlgorithm algorithm, double rate) {
    start = range.offset();
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
    boolean free = !taken && claimed < end;
    taken |= free;
    movedAt = System.nanoTime();
    return free;
  }

  synchronized boolean isTaken() {
    return taken;
  }

  /// From now on the part is fetched from `body`, which is aborted when there is nothing left to
  /// fetch; from nothing where null.
  synchronized void fetchedFrom(@Nullable ObjectBody body) {
    this.body = body;
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

  /// Cuts off the rest of this part, from `share` of what is not claimed on. Where all of it is cut
  /// off, the worker is woken.
  ///
  /// @param share from 0, for all, to 1, for nothing
  /// @return the range that was cut off; null where there is none
  synchronized @Nullable ByteRange cut(double share) {
    long at = claimed + (long) ((end - claimed) * share);
    if (at >= end) {
      return null;
    }
    ByteRange rest = new ByteRange(at, end - at);
    end = at;
    if (claimed == end && body != null) {
      body.abort();
    }
    return rest;
  }

  /// What has been written.
  synchronized Piece piece() {
    return new Piece(start, written - start, done);
  }

  /// Ends what its worker waits for, if it is on the network.
  synchronized void interrupt() {
    if (body != null) {
      body.abort();
    }
  }

  /// Takes note of how fast this part grows.
  ///
  /// @param interval since the last time
  synchronized void sample(Duration interval) {
    double latest = (claimed - sampled) * 1e9 / interval.toNanos();
    if (claimed > sampled) {
      movedAt = System.nanoTime();
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
    return taken && claimed < end && System.nanoTime() - movedAt > STALL.toNanos();
  }
}
