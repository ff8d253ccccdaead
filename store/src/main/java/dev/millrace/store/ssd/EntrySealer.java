package dev.millrace.store.ssd;

import dev.millrace.store.ssd.Faults.Kind;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

// Purpose. Who evicts from memory holds locks that others wait for, and sealing a megabyte takes
// milliseconds. So here an entry is copied, as it is, and a thread of its own seals the copy and
// has it laid out (Staging).
//
// Bounds. Copies lie in a ring of as many bytes as there are to write from, and each counts there
// with what its entry takes on the heap at least; beside it there is room for one container. Where
// the ring is full, the entry is dropped: memory evicts faster than one thread seals. Where the
// device is too slow for what was sealed, Staging drops that, as ever.
//
// Why no old value comes back. From the moment that it was copied, an entry is on its way and known
// to the index (EntryIndex): who replaces it takes it out there. Whether it still is there is asked
// before it is sealed, to spare the work, and again in the step that stages it, on which all
// depends.
//
// Until it is written, an entry is not found: a miss, as for all that is on its way.

/// Seals what is on its way to the device.
///
/// Safe for use by any number of threads.
final class EntrySealer {
  /// What the thread is to do. It does it in the order of the queue.
  sealed interface Task permits Waiting, Tell, Stop {}

  /// To say that it has come so far.
  private record Tell(CountDownLatch latch) implements Task {}

  /// To end.
  private record Stop() implements Task {}

  /// What an entry that waits takes on the heap, in bytes and roughly: itself, its copy, and its
  /// places in the queue and in the index. So all that wait take no more there than in the ring.
  private static final int HEAP_BYTES = 256;

  private final Sealant sealant;
  private final EntryIndex index;
  private final Staging staging;
  private final Faults faults;
  private final Tally tally;
  private final int longestEntry;
  private final MemorySegment container;
  private final BlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
  private final Thread thread;

  // Guarded by the lock.
  private final ReentrantLock lock = new ReentrantLock();
  private final CopyRing ring;
  private boolean closed;

  EntrySealer(
      SsdConfig config,
      Sealant sealant,
      EntryIndex index,
      Staging staging,
      Faults faults,
      Tally tally) {
    this.sealant = sealant;
    this.index = index;
    this.staging = staging;
    this.faults = faults;
    this.tally = tally;
    this.longestEntry = config.longestEntry();
    this.container = MemorySegment.ofArray(new byte[sealant.mostBytes()]);
    this.ring = new CopyRing((long) config.stages() * config.stageBytes(), HEAP_BYTES);
    this.thread = Thread.ofPlatform().name("millrace-ssd-sealer").daemon().unstarted(this::run);
  }

  /// What seals: not started yet.
  Thread thread() {
    return thread;
  }

  /// Takes an entry of which the index knows nothing.
  ///
  /// @return false if it is dropped
  boolean offer(long hash, MemorySegment key, MemorySegment value, long expiry) {
    if (EntryRecord.size((int) key.byteSize(), value.byteSize()) > longestEntry) {
      return false;
    }
    lock.lock();
    try {
      CopyRing.Piece copy = closed ? null : ring.take(key.byteSize() + value.byteSize());
      if (copy == null) {
        return false;
      }
      copy.memory().copyFrom(key);
      copy.memory().asSlice(key.byteSize()).copyFrom(value);
      Waiting entry = new Waiting(hash, expiry, copy, (int) key.byteSize());
      index.stage(entry);
      tasks.add(entry);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until all that was taken is staged, or dropped.
  void flush() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(1);
    lock.lock();
    try {
      if (closed) {
        return;
      }
      tasks.add(new Tell(latch));
    } finally {
      lock.unlock();
    }
    latch.await();
  }

  /// Takes no more, and has the thread seal what there is and end.
  void close() {
    lock.lock();
    try {
      closed = true;
      tasks.add(new Stop());
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      boolean goesOn;
      do {
        goesOn =
            switch (tasks.take()) {
              case Waiting entry -> seal(entry);
              case Tell(var latch) -> {
                latch.countDown();
                yield true;
              }
              case Stop() -> false;
            };
      } while (goesOn);
      ring.close();
    } catch (InterruptedException e) {
      throw new AssertionError("nobody knows this thread", e);
    }
  }

  private boolean seal(Waiting entry) {
    try {
      if (index.isOnItsWay(entry) && !isStaged(entry) && index.unstage(entry)) {
        tally.dropped().increment();
      }
    } finally {
      giveBack(entry.copy());
    }
    return true;
  }

  private void giveBack(CopyRing.Piece copy) {
    lock.lock();
    try {
      ring.giveBack(copy);
    } finally {
      lock.unlock();
    }
  }

  private boolean isStaged(Waiting entry) {
    MemorySegment value = entry.value();
    try {
      long size = sealant.seal(entry.key(), value, entry.expiry(), container);
      MemorySegment name = MemorySegment.ofArray(Sealant.name(entry.hash()));
      boolean staged = staging.offer(entry, name, container.asSlice(0, size));
      if (staged) {
        tally.plainBytes().add(value.byteSize());
        tally.sealedBytes().add(size);
      }
      return staged;
    } catch (RuntimeException | OutOfMemoryError | LinkageError e) {
      // The thread goes on: who flushes or closes waits for it.
      faults.count(Kind.SEAL, "hash " + entry.hash(), e);
      return false;
    }
  }
}
