package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.Geometry.BLOCK;

import dev.millrace.store.io.IoBuffer;
import dev.millrace.store.ssd.EntryIndex.Staged;
import java.lang.foreign.MemorySegment;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

// Purpose. Who evicts from memory holds locks that others wait for, so it must neither read nor
// write a device, nor wait for who does. Here its entries are laid out, exactly as their segment
// will have them, in buffers that a thread of its own then writes (SegmentWriter).
//
// Structure. One segment is open, and beside it one is ready: its header is written, and what it
// held is forgotten. An entry that does not fit goes to the one that was ready, and the writer is
// asked to make another ready. What is laid out fills one buffer after the other; full ones are
// handed over, so all writes of a segment follow each other. If no buffer is free, or no segment
// ready, the entry is dropped: the device is slower than memory evicts, or broken.
//
// Tombstones. Who forgets an entry has a tombstone written into the table of the open segment, or
// into the next one's where there is none. It lies behind the entry, in the same segment or one
// that is overwritten later. So whenever a restart finds the entry, it finds the tombstone. What
// has found no room when the tier is closed, or comes while it is being closed, goes into the
// segment that is ready. The writer asks for that last: one that is behind has it ready only then.
//
// Concurrency. One lock, held while an entry is copied, or a tombstone noted. With it, nothing else
// is waited for.

/// Entries and tombstones that are on their way to the device.
///
/// Safe for use by any number of threads.
final class Staging {
  /// What the writer is to do. It does it in the order of the queue.
  sealed interface Task {
    /// To write a buffer.
    ///
    /// @param position where in the segment
    /// @param length how much of the buffer
    /// @param ended the entries that are whole when that is done
    record Write(OpenSegment segment, int position, IoBuffer buffer, int length, List<Staged> ended)
        implements Task {}

    /// To write the table and the trailer of a segment that takes no more.
    record Seal(OpenSegment segment) implements Task {}

    /// To make a segment ready.
    record Prepare() implements Task {}

    /// To say that it has come so far.
    record Tell(CountDownLatch latch) implements Task {}

    /// To write the last segment, and end.
    record Stop() implements Task {}
  }

  /// A buffer that is being filled.
  private static final class Fill {
    final IoBuffer buffer;
    final List<Staged> ended = new ArrayList<>();
    int used;

    Fill(IoBuffer buffer) {
      this.buffer = buffer;
    }
  }

  /// For how long nothing is written after writes have failed, in milliseconds.
  static final long PAUSE = 60_000;

  private static final MemorySegment ZEROS = MemorySegment.ofArray(new byte[BLOCK]).asReadOnly();

  private final Geometry geometry;
  private final EntryIndex index;
  private final InstantSource clock;
  private final int longestEntry;
  private final int bufferBytes;
  private final Predicate<Staged> anew;
  private final BlockingQueue<Task> tasks = new LinkedBlockingQueue<>();

  // Guarded by the lock.
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<IoBuffer> free;
  private final Deque<Long> homelessTombstones = new ArrayDeque<>();
  private @Nullable OpenSegment open;
  private @Nullable Fill fill;
  private @Nullable SsdSegment ready;
  private boolean isPreparing;
  private long pausedFrom = Long.MIN_VALUE;
  private boolean closed;
  private boolean isEnded;

  /// @param buffers of [SsdConfig#stageBytes]
  Staging(SsdConfig config, EntryIndex index, List<IoBuffer> buffers) {
    this.geometry = config.geometry();
    this.index = index;
    this.anew =
        entry -> {
          index.stage(entry);
          return true;
        };
    this.clock = config.clock();
    this.longestEntry = config.longestEntry();
    this.bufferBytes = config.stageBytes();
    this.free = new ArrayDeque<>(buffers);
    prepare();
  }

  /// Lays out an entry.
  ///
  /// @return false if it is dropped
  boolean offer(long hash, MemorySegment key, MemorySegment value, long expiry) {
    return offer(hash, key, value, expiry, anew);
  }

  /// Lays out an entry that waited until it was sealed, unless it was forgotten meanwhile.
  ///
  /// @return false if it is dropped, or was forgotten
  boolean offer(Waiting entry, MemorySegment key, MemorySegment value) {
    return offer(entry.hash(), key, value, entry.expiry(), staged -> index.stage(staged, entry));
  }

  /// @param staging makes the entry known, or says that it is not wanted any more. From then on,
  ///   who forgets it leaves a tombstone, which comes after the entry: it waits for the lock
  private boolean offer(
      long hash, MemorySegment key, MemorySegment value, long expiry, Predicate<Staged> staging) {
    long length = EntryRecord.size((int) key.byteSize(), value.byteSize());
    if (length > longestEntry) {
      return false;
    }
    lock.lock();
    try {
      OpenSegment into = closed ? null : segmentFor((int) length);
      if (into == null || !hasBuffers(into.next() + (int) length - into.handedOver())) {
        return false;
      }
      Staged entry = new Staged(hash, into.sequence(), into.next(), (int) length);
      if (!staging.test(entry)) {
        return false;
      }
      int gap = into.next() - into.end();
      into.append(hash, (int) length, expiry);
      MemorySegment header = EntryRecord.header(into.sequence(), hash, expiry, key, value);
      Fill last = copy(into, ZEROS.asSlice(0, gap), header, key, value);
      last.ended.add(entry);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Notes that what was known under a hash is forgotten; not once the last segment is laid out.
  void bury(long hash) {
    lock.lock();
    try {
      if (open != null && open.hasRoomForTombstone()) {
        open.table().addTombstone(hash);
      } else if (!isEnded) {
        homelessTombstones.add(hash);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Waits until all that is staged is written, or lost.
  void flush() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(1);
    lock.lock();
    try {
      if (closed) {
        return;
      }
      if (open != null) {
        handOver(open);
      }
      tasks.add(new Task.Tell(latch));
    } finally {
      lock.unlock();
    }
    latch.await();
  }

  /// Takes no more entries, and has the writer write what there is and end.
  void close() {
    lock.lock();
    try {
      closed = true;
      seal();
      tasks.add(new Task.Stop());
    } finally {
      lock.unlock();
    }
  }

  // For the writer.

  Task take() throws InterruptedException {
    return tasks.take();
  }

  void giveBack(IoBuffer buffer) {
    lock.lock();
    try {
      free.push(buffer);
    } finally {
      lock.unlock();
    }
  }

  /// A segment is ready.
  void ready(SsdSegment segment) {
    lock.lock();
    try {
      ready = segment;
      isPreparing = false;
    } finally {
      lock.unlock();
    }
  }

  /// No segment can be made ready, or written to: none is for a while.
  void pause() {
    lock.lock();
    try {
      pausedFrom = clock.millis();
      isPreparing = false;
      if (ready != null) {
        ready.isInUse(false);
        ready = null;
      }
    } finally {
      lock.unlock();
    }
  }

  /// A segment is lost, with all that is staged for it and was not written. Its tombstones are not.
  void giveUp(OpenSegment lost) {
    lock.lock();
    try {
      if (open == lost) {
        if (fill != null) {
          fill.ended.forEach(index::unstage);
          free.push(fill.buffer);
          fill = null;
        }
        open = null;
      }
      lost.table().forEachTombstone(homelessTombstones::add);
    } finally {
      lock.unlock();
    }
  }

  /// The last segment, for tombstones alone: nothing, if all have found room before, or none is
  /// ready.
  Optional<OpenSegment> last() {
    lock.lock();
    try {
      isEnded = true;
      return homelessTombstones.isEmpty()
          ? Optional.empty()
          : Optional.ofNullable(ready).map(this::opened);
    } finally {
      lock.unlock();
    }
  }

  /// Whether there are tombstones that were not written.
  boolean hasHomelessTombstones() {
    lock.lock();
    try {
      return !homelessTombstones.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  // What follows is called with the lock.

  /// The open segment, if it has room; else the one that is ready, opened.
  private @Nullable OpenSegment segmentFor(int length) {
    if (open == null || !open.hasRoomFor(length)) {
      if (ready == null) {
        prepare();
        return null;
      }
      seal();
      begin(ready);
    }
    return open != null && open.hasRoomFor(length) ? open : null;
  }

  private void begin(SsdSegment segment) {
    open = opened(segment);
    ready = null;
    prepare();
  }

  private OpenSegment opened(SsdSegment segment) {
    OpenSegment opened = new OpenSegment(segment, geometry);
    while (!homelessTombstones.isEmpty() && opened.hasRoomForTombstone()) {
      opened.table().addTombstone(homelessTombstones.remove());
    }
    return opened;
  }

  private void prepare() {
    long paused = clock.millis() - pausedFrom;
    boolean isPaused = pausedFrom != Long.MIN_VALUE && paused >= 0 && paused < PAUSE;
    if (!isPreparing && !isPaused && !closed) {
      isPreparing = true;
      tasks.add(new Task.Prepare());
    }
  }

  private void seal() {
    if (open != null) {
      handOver(open);
      tasks.add(new Task.Seal(open));
      open = null;
    }
  }

  /// Whether so many bytes, those in the current buffer included, find room in buffers.
  private boolean hasBuffers(int bytes) {
    int needed = (bytes + bufferBytes - 1) / bufferBytes;
    return needed <= free.size() + (fill == null ? 0 : 1);
  }

  /// Copies to the end of what is laid out.
  ///
  /// @return the buffer that has the last of it
  private Fill copy(OpenSegment into, MemorySegment... parts) {
    Fill current = fillable(into);
    for (MemorySegment part : parts) {
      for (long from = 0; from < part.byteSize(); ) {
        current = fillable(into);
        long length = Math.min(part.byteSize() - from, bufferBytes - current.used);
        MemorySegment.copy(part, from, current.buffer.memory(), current.used, length);
        current.used += (int) length;
        from += length;
      }
    }
    return current;
  }

  /// The current buffer if it has room, or another.
  private Fill fillable(OpenSegment into) {
    if (fill != null && fill.used == bufferBytes) {
      handOver(into);
    }
    if (fill == null) {
      fill = new Fill(free.pop());
    }
    return fill;
  }

  /// Hands the current buffer over, filled up to a whole block.
  private void handOver(OpenSegment into) {
    if (fill != null) {
      int length = Geometry.roundedUp(fill.used, BLOCK);
      fill.buffer.memory().asSlice(fill.used, length - fill.used).fill((byte) 0);
      tasks.add(new Task.Write(into, into.handedOver(), fill.buffer, length, fill.ended));
      into.handedOver(into.handedOver() + length);
      fill = null;
    }
  }
}
