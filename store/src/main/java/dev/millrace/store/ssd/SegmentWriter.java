package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.Geometry.BLOCK;

import dev.millrace.store.io.IoBuffer;
import dev.millrace.store.ssd.EntryIndex.Staged;
import dev.millrace.store.ssd.Staging.Task;
import java.io.IOException;
import java.util.Optional;

/// The thread that writes segments: all writes of a tier, one after the other.
///
/// A write that fails costs its segment: all that it held is forgotten and its file deleted. Where
/// several segments in a row fail, nothing is written for a minute.
final class SegmentWriter implements Runnable {
  private static final int MOST_FAILURES = 3;

  private final SegmentFolder folder;
  private final Geometry geometry;
  private final EntryIndex index;
  private final Staging staging;
  private final Faults faults;
  private final Tally tally;
  private final IoBuffer buffer;
  private long sequence;
  private int failuresInRow;

  /// The segment that was given up last: what is still to be done for it is not.
  private long lostSequence = SsdSegment.EMPTY;

  /// @param sequence the last sequence number in use
  /// @param buffer for headers, tables and trailers
  SegmentWriter(
      SegmentFolder folder,
      EntryIndex index,
      Staging staging,
      Faults faults,
      Tally tally,
      IoBuffer buffer,
      long sequence) {
    this.folder = folder;
    this.geometry = folder.geometry();
    this.index = index;
    this.staging = staging;
    this.faults = faults;
    this.tally = tally;
    this.buffer = buffer;
    this.sequence = sequence;
  }

  @Override
  public void run() {
    try {
      boolean goesOn;
      do {
        goesOn =
            switch (staging.take()) {
              case Task.Write write -> write(write);
              case Task.Seal(OpenSegment segment) -> seal(segment);
              case Task.Prepare() -> prepare();
              case Task.Tell(var latch) -> {
                latch.countDown();
                yield true;
              }
              case Task.Stop() -> {
                staging.last().ifPresent(this::seal);
                yield false;
              }
            };
      } while (goesOn);
    } catch (InterruptedException e) {
      throw new AssertionError("nobody knows this thread", e);
    }
  }

  private boolean write(Task.Write write) {
    OpenSegment into = write.segment();
    try {
      if (!isLost(into)) {
        into.segment().file().write(write.position(), write.buffer(), write.length());
        tally.bytesWritten().add(write.length());
        write.ended().forEach(entry -> enter(into, entry));
      }
    } catch (IOException | RuntimeException e) {
      giveUp(into, e);
    }
    if (isLost(into)) {
      write.ended().forEach(index::unstage);
      tally.dropped().add(write.ended().size());
    }
    staging.giveBack(write.buffer());
    return true;
  }

  private void enter(OpenSegment into, Staged entry) {
    long payload = geometry.payload(into.segment().number(), entry.offset(), entry.length());
    if (index.enter(entry, payload)) {
      tally.entered().increment();
    } else {
      // It is on the device, and nobody will find it to bury it when it is replaced.
      staging.bury(entry.hash());
      tally.dropped().increment();
    }
  }

  private boolean seal(OpenSegment full) {
    if (!isLost(full)) {
      try {
        int written =
            full.table()
                .write(full.segment().file(), geometry.segmentSize(), full.sequence(), buffer);
        tally.bytesWritten().add(written);
        full.segment().isInUse(false);
        failuresInRow = 0;
      } catch (IOException | RuntimeException e) {
        giveUp(full, e);
      }
    }
    return true;
  }

  private boolean prepare() {
    Optional<SsdSegment> next = folder.next();
    for (int attempt = 1; next.isPresent(); attempt++) {
      try {
        begin(next.get());
        staging.ready(next.get());
        return true;
      } catch (IOException | RuntimeException e) {
        forget(next.get(), e);
      }
      next = attempt < MOST_FAILURES ? folder.next() : Optional.empty();
    }
    staging.pause();
    return true;
  }

  /// Takes what a segment holds out of the index, and begins it anew.
  private void begin(SsdSegment segment) throws IOException {
    if (segment.sequence() != SsdSegment.EMPTY) {
      takeOut(segment);
    }
    segment.sequence(++sequence);
    SegmentFormat.writeHeader(buffer.memory(), segment.number(), sequence);
    segment.file().write(0, buffer, BLOCK);
    tally.bytesWritten().add(BLOCK);
    tally.segmentsBegun().increment();
  }

  private void takeOut(SsdSegment segment) {
    try {
      Optional<FoundSegment> found = FoundSegment.read(segment, geometry, buffer);
      if (found.isPresent() && found.get().sequence() == segment.sequence()) {
        found
            .get()
            .forEach((hash, offset, length, _) -> {
              if (offset != SegmentFormat.TOMBSTONE) {
                index.remove(hash, geometry.payload(segment.number(), offset, length));
              }
            });
        return;
      }
    } catch (IOException e) {
      faults.count(Faults.ofRead(e), segment.file().path(), e);
    }
    index.removeAll(geometry, segment.number());
  }

  private void giveUp(OpenSegment open, Exception cause) {
    lostSequence = open.sequence();
    staging.giveUp(open);
    forget(open.segment(), cause);
    if (++failuresInRow == MOST_FAILURES) {
      failuresInRow = 0;
      staging.pause();
    }
  }

  private boolean isLost(OpenSegment segment) {
    return segment.sequence() == lostSequence;
  }

  private void forget(SsdSegment segment, Exception cause) {
    faults.count(Faults.Kind.WRITE, segment.file().path(), cause);
    index.removeAll(geometry, segment.number());
    folder.giveUp(segment);
  }
}
