package dev.millrace.s3.transfer;

import dev.millrace.s3.ByteRange;
import dev.millrace.s3.checksum.CrcAlgorithm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// How the bytes of an object are shared out among the workers that fetch them.
///
/// There is one primitive: the rest of a part is cut off and becomes another part. At the start the
/// whole is cut into one part for each worker. Later a worker that has finished cuts from the part
/// that would last longest, at the place at which both would finish together. So parts are as long
/// as they can be, which spares requests, and nobody waits for a slow connection: its part shrinks.
/// From a part on which nothing has moved for [Part#STALL] all of the rest is taken away.
///
/// Safe for use by several threads.
final class Parts {
  /// A part that lasts no longer than this is left alone, as another connection would not be
  /// sooner.
  private static final double WORTHWHILE_SECONDS = 0.3;

  private static final long SMALLEST_CUT = 256 << 10;
  private static final Duration PATIENCE = Duration.ofMillis(50);

  private final boolean stealing;
  private final List<Part> parts = new ArrayList<>();
  private final List<Piece> kept;
  private boolean stopped;

  /// @param missing the ranges to be fetched
  /// @param kept what is in the file already
  Parts(
      List<ByteRange> missing,
      List<Piece> kept,
      @Nullable CrcAlgorithm algorithm,
      boolean stealing) {
    this(missing, kept, algorithm, stealing, System::nanoTime);
  }

  /// @param clock in nanoseconds, by which parts stall
  Parts(
      List<ByteRange> missing,
      List<Piece> kept,
      @Nullable CrcAlgorithm algorithm,
      boolean stealing,
      LongSupplier clock) {
    this.stealing = stealing;
    this.kept = List.copyOf(kept);
    missing.forEach(range -> parts.add(new Part(range, algorithm, clock)));
  }

  /// Takes the first part.
  synchronized Part first() {
    Part first = parts.getFirst();
    first.take();
    return first;
  }

  /// Cuts until there are `count` parts, or until they would be smaller than `smallest`.
  synchronized void divide(int count, long smallest) {
    while (parts.size() < count) {
      Part longest = longest();
      long length = longest.rest().length();
      if (length < 2 * smallest) {
        return;
      }
      cut(longest, 1.0 / Math.min(count - parts.size() + 1, length / smallest));
    }
  }

  /// The next part for a worker that has none. Waits while others might fail to finish theirs.
  ///
  /// @return null when there is nothing left to do
  synchronized @Nullable Part next() throws InterruptedException {
    while (!isOver()) {
      for (Part part : parts) {
        if (part.take()) {
          return part;
        }
      }
      Part stolen = stealing ? steal() : null;
      if (stolen != null) {
        return stolen;
      }
      wait(PATIENCE.toMillis());
    }
    notifyAll();
    return null;
  }

  /// Waits until everything is fetched, or the work is ended.
  ///
  /// @return false where that has not happened in time
  synchronized boolean awaitFetched(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toMillis(); left > 0 && !isOver(); left = millisTo(end)) {
      wait(left);
    }
    return isOver();
  }

  /// Ends the work of all.
  synchronized void stop() {
    stopped = true;
    parts.forEach(Part::end);
    notifyAll();
  }

  synchronized boolean isStopped() {
    return stopped;
  }

  /// Lets that much time pass, or less where there is nothing left to do.
  synchronized void rest(Duration length) throws InterruptedException {
    long end = System.nanoTime() + length.toNanos();
    for (long left = length.toMillis() + 1; left > 0 && !isOver(); left = millisTo(end)) {
      wait(left);
    }
  }

  /// Takes note of how fast the parts grow. To be called at regular intervals, by one thread.
  synchronized void sample(Duration interval) {
    for (Part part : parts) {
      if (part.isTaken() && !part.isFetched()) {
        part.sample(interval);
      }
    }
  }

  /// How many bytes are in the file.
  synchronized long written() {
    return pieces().stream().mapToLong(Piece::length).sum();
  }

  /// What is in the file, in the order of the object.
  synchronized List<Piece> pieces() {
    List<Piece> pieces = new ArrayList<>(kept);
    parts.forEach(part -> pieces.add(part.piece()));
    pieces.removeIf(piece -> piece.length() == 0);
    pieces.sort(Comparator.comparingLong(Piece::offset));
    return pieces;
  }

  private static long millisTo(long nanoTime) {
    return Duration.ofNanos(nanoTime - System.nanoTime()).toMillis();
  }

  private boolean isOver() {
    return stopped || parts.stream().allMatch(Part::isFetched);
  }

  private @Nullable Part steal() {
    Part slowest = null;
    for (Part part : parts) {
      if (isWorthCutting(part) && (slowest == null || part.secondsLeft() > slowest.secondsLeft())) {
        slowest = part;
      }
    }
    if (slowest == null) {
      return null;
    }
    double rate = slowest.rate();
    Part stolen =
        cut(slowest, slowest.isStalled() ? 0 : Math.clamp(rate / (rate + meanRate()), 0.1, 0.9));
    return stolen != null && stolen.take() ? stolen : null;
  }

  private static boolean isWorthCutting(Part part) {
    return part.isStalled()
        || (part.rate() > 0
            && part.secondsLeft() > WORTHWHILE_SECONDS
            && part.rest().length() > SMALLEST_CUT);
  }

  /// Of the parts that move.
  private double meanRate() {
    return parts.stream()
        .filter(part -> !part.isFetched() && part.rate() > 0)
        .mapToDouble(Part::rate)
        .average()
        .orElse(0);
  }

  private Part longest() {
    return parts.stream().max(Comparator.comparingLong(part -> part.rest().length())).orElseThrow();
  }

  private @Nullable Part cut(Part part, double share) {
    Part cut = part.cut(share, meanRate());
    if (cut != null) {
      parts.add(cut);
    }
    return cut;
  }
}
