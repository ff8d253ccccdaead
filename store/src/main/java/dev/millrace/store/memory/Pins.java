package dev.millrace.store.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

// A segment is read in place, so it must not be given to other entries while anybody reads. Each
// segment has a count of its readers, in several parts on cache lines of their own, so that
// processors that read the same popular segment do not wait for each other's cache lines: a thread
// counts itself in the part that its number falls to, and out of the same part, whoever does it.
//
// Why it is right. Who reads counts itself in and then looks at the index again: is the entry still
// where it was? Who frees a segment first takes all its entries out of the index, then looks at the
// counts. All four are volatile accesses, which Java keeps in one order for all threads: if the
// reader still finds the entry in the index, it had counted itself in before that entry was taken
// out, and whoever frees sees it. If not, the reader counts itself out and has read nothing. This
// is Dekker's argument; hazard pointers (Michael, 2004) rest on it too.

/// How many read each segment now.
final class Pins implements ValueHolder {
  private static final int LINE = 64;
  private static final int MOST_PARTS = 64;

  /// Two for each processor, so that two threads that run at the same time seldom share one.
  private static final int PARTS =
      Math.min(
          MOST_PARTS, Integer.highestOneBit(4 * Runtime.getRuntime().availableProcessors() - 1));

  /// The memory that the counts of one segment take up.
  static final int BYTES = PARTS * LINE;

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment memory;
  private final long start;

  /// @param start the address in `memory` of the counts of segment 1, all zero
  Pins(MemorySegment memory, long start) {
    this.memory = memory;
    this.start = start;
  }

  /// The part that this thread counts itself in.
  static int part() {
    return (int) Thread.currentThread().threadId() & (PARTS - 1);
  }

  void pin(int segment, int part) {
    long _ = (long) LONG.getAndAdd(memory, address(segment, part), 1L);
  }

  void unpin(int segment, int part) {
    long _ = (long) LONG.getAndAdd(memory, address(segment, part), -1L);
  }

  /// What [#release] is called with to unpin a segment.
  static long token(int segment, int part) {
    return (long) segment * MOST_PARTS + part;
  }

  @Override
  public void release(long token) {
    unpin((int) (token / MOST_PARTS), (int) (token % MOST_PARTS));
  }

  boolean isPinned(int segment) {
    for (int part = 0; part < PARTS; part++) {
      if ((long) LONG.getVolatile(memory, address(segment, part)) != 0) {
        return true;
      }
    }
    return false;
  }

  private long address(int segment, int part) {
    return start + (segment - 1L) * BYTES + (long) part * LINE;
  }
}
