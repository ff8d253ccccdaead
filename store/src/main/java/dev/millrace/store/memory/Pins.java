package dev.millrace.store.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

// A segment is read in place, so it must not be given to other entries while anybody reads. Each
// segment has a count of its readers, in several parts: a thread counts itself in the part that its
// number falls to, and out of the same part, whoever does it. The counts of one part lie side by
// side, and those of another on other cache lines. So processors do not wait for each other's lines
// even where they read the same popular segment, and the lines that one of them needs are few
// enough to stay with it, whichever segments it reads.
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
  private static final int MOST_PARTS = 256;

  /// Eight or more for each of up to 32 processors, so that two threads that run at the same time
  /// seldom share one.
  private static final int PARTS =
      Math.min(
          MOST_PARTS, Integer.highestOneBit(16 * Runtime.getRuntime().availableProcessors() - 1));

  /// What the counts of a segment add to [#bytes], which has some bytes more.
  static final int BYTES_PER_SEGMENT = PARTS * Integer.BYTES;

  private static final VarHandle COUNT = ValueLayout.JAVA_INT.varHandle();

  private final MemorySegment memory;
  private final long start;
  private final long bytesPerPart;

  /// @param start the address in `memory` of [#bytes] bytes, all zero
  Pins(MemorySegment memory, long start, int segments) {
    this.memory = memory;
    this.start = start;
    this.bytesPerPart = bytesPerPart(segments);
  }

  /// The memory that the counts of that many segments take up.
  static long bytes(int segments) {
    return PARTS * bytesPerPart(segments);
  }

  private static long bytesPerPart(int segments) {
    return (long) segments * Integer.BYTES + LINE - 1 & -LINE;
  }

  /// The part that this thread counts itself in.
  static int part() {
    return (int) Thread.currentThread().threadId() & (PARTS - 1);
  }

  void pin(int segment, int part) {
    int _ = (int) COUNT.getAndAdd(memory, address(segment, part), 1);
  }

  void unpin(int segment, int part) {
    int _ = (int) COUNT.getAndAdd(memory, address(segment, part), -1);
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
      if ((int) COUNT.getVolatile(memory, address(segment, part)) != 0) {
        return true;
      }
    }
    return false;
  }

  private long address(int segment, int part) {
    return start + part * bytesPerPart + (segment - 1L) * Integer.BYTES;
  }
}
