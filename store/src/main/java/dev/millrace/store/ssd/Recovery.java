package dev.millrace.store.ssd;

import dev.millrace.store.io.IoBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

// After a clean end, all segments are complete but the one that was ready. After kill -9, the open
// one is lost too; after a loss of power, also what the device had not yet written from its cache.
// What they held does not come back, but nor do their tombstones. So a key that was replaced or
// removed shortly before may answer with the value that it had before, if that is in an older
// segment; and so after the loss of a segment that a fault of the device made unreadable. Who
// cannot have that puts a version into the key, as the gateway does.
//
// What is not whole is deleted, also where it could not be read: if it could be the next time, it
// would bring back what was replaced meanwhile.

/// Fills the index from what is in the folder.
final class Recovery {
  /// A segment, and what is on the device of it.
  private record Whole(SsdSegment segment, FoundSegment found) {}

  private final SegmentFolder folder;
  private final EntryIndex index;
  private final Staging staging;
  private final Faults faults;
  private final SsdConfig config;
  private final IoBuffer buffer;

  Recovery(
      SegmentFolder folder,
      EntryIndex index,
      Staging staging,
      Faults faults,
      SsdConfig config,
      IoBuffer buffer) {
    this.folder = folder;
    this.index = index;
    this.staging = staging;
    this.faults = faults;
    this.config = config;
    this.buffer = buffer;
  }

  /// Reads the tables of all segments, the oldest first.
  ///
  /// @return the last sequence number in use, or one that is larger
  long run() {
    List<Whole> all = new ArrayList<>();
    for (SsdSegment segment : folder.all()) {
      find(segment).ifPresent(found -> all.add(new Whole(segment, found)));
    }
    all.sort(Comparator.comparingLong(whole -> whole.found().sequence()));
    // Larger also than those of segments that are lost, which nobody knows.
    long last = Math.max(0, config.clock().millis());
    for (Whole whole : all) {
      enter(whole);
      last = Math.max(last, whole.found().sequence());
    }
    return last;
  }

  private Optional<FoundSegment> find(SsdSegment segment) {
    try {
      Optional<FoundSegment> found = FoundSegment.read(segment, folder.geometry(), buffer);
      if (found.isEmpty()) {
        folder.giveUp(segment);
      }
      return found;
    } catch (IOException e) {
      lose(segment, e);
      return Optional.empty();
    }
  }

  private void enter(Whole whole) {
    SsdSegment segment = whole.segment();
    segment.sequence(whole.found().sequence());
    int number = segment.number();
    long now = config.clock().millis();
    try {
      whole
          .found()
          .forEach((hash, offset, length, expiry) -> {
            boolean isTombstone = offset == SegmentFormat.TOMBSTONE;
            boolean isOver = expiry != EntryRecord.NEVER && expiry <= now;
            if (isTombstone || isOver) {
              index.forget(hash);
            } else if (length > config.longestEntry()
                || !index.enter(hash, folder.geometry().payload(number, offset, length))) {
              // Nobody will find it to bury it when it is replaced.
              staging.bury(hash);
            }
          });
    } catch (IOException e) {
      index.removeAll(folder.geometry(), segment.number());
      lose(segment, e);
    }
  }

  private void lose(SsdSegment segment, IOException cause) {
    faults.count(Faults.Kind.START, segment.file().path(), cause);
    folder.giveUp(segment);
  }
}
