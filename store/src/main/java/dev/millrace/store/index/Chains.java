package dev.millrace.store.index;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// Buckets as chains of lines of slots: the first has eight, each other four. A slot that is
/// negative is a link; it is the last one of its line, and leads to the next.
///
/// A cursor is the address of a slot, with [#IN_OVERFLOW] set where that is not in a first line.
final class Chains {
  static final int FIRST_LINE_BYTES = 64;

  /// The cursor that points nowhere.
  static final long END = -1;

  private static final int FIRST_LINE_SLOTS = FIRST_LINE_BYTES / Long.BYTES;
  private static final int OVERFLOW_SLOTS = 4;
  private static final int OVERFLOW_BYTES = OVERFLOW_SLOTS * Long.BYTES;
  private static final int SPARE_LINES = 1024;
  private static final long IN_OVERFLOW = 1;
  private static final long LINK = Long.MIN_VALUE;
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment memory;
  private final PagedArray lines;

  private volatile long linesReady;
  private volatile long linesInUse;

  // Guarded by `this`: how many overflow lines were ever used, and which of them are free again.
  private long linesUsed;
  private long[] freeLines = new long[64];
  private int freeCount;

  Chains(MemorySegment memory, PageSource pages) {
    this.memory = memory;
    this.lines = new PagedArray(pages, OVERFLOW_BYTES);
  }

  /// How many overflow lines are part of a chain.
  long linesInUse() {
    return linesInUse;
  }

  /// Whether [#extend] should be called, so that no insertion lacks a line.
  boolean isShort() {
    return linesReady - linesInUse < SPARE_LINES;
  }

  /// Gets memory for more lines. One thread at a time calls this, and none while it holds a lock
  /// that the source of pages may need.
  void extend() {
    long last = linesReady + PageSource.PAGE / OVERFLOW_BYTES - 1;
    if (lines.extendTo(last)) {
      linesReady = last + 1;
    }
  }

  long get(long cursor) {
    return (long) LONG.getVolatile(memory, cursor & ~IN_OVERFLOW);
  }

  void set(long cursor, long slot) {
    LONG.setVolatile(memory, cursor & ~IN_OVERFLOW, slot);
  }

  boolean compareAndSet(long cursor, long expected, long slot) {
    return LONG.compareAndSet(memory, cursor & ~IN_OVERFLOW, expected, slot);
  }

  /// The slot after the one at `cursor`, whether used or not, or [#END].
  long next(long cursor) {
    long slot = get(cursor);
    return slot < 0 ? firstOf(slot & ~LINK) : nextInLine(cursor);
  }

  /// The first slot from `cursor` on that holds an entry with this tag, or [#END].
  long find(long cursor, long tag) {
    long at = cursor;
    while (at != END) {
      long slot = get(at);
      if (slot < 0) {
        at = firstOf(slot & ~LINK);
      } else if (slot >>> HashIndex.PAYLOAD_BITS == tag && slot != 0) {
        return at;
      } else {
        at = nextInLine(at);
      }
    }
    return END;
  }

  /// Adds an entry to the chain that begins at `bucket`.
  ///
  /// @return false if no line is ready that it needs
  boolean insert(long bucket, long entry) {
    long cursor = bucket;
    while (get(cursor) != 0) {
      long next = next(cursor);
      if (next == END) {
        long line = allocate();
        if (line == PageSource.NONE) {
          return false;
        }
        // The last entry is in the new line before the link takes its place here.
        set(line, get(cursor));
        set(cursor, LINK | line);
        next = nextInLine(firstOf(line));
      }
      cursor = next;
    }
    set(cursor, entry);
    return true;
  }

  /// The entries of the chain that begins at `bucket`.
  long[] entries(long bucket) {
    long[] entries = new long[2 * FIRST_LINE_SLOTS];
    int count = 0;
    for (long cursor = bucket; cursor != END; cursor = next(cursor)) {
      long slot = get(cursor);
      if (slot > 0) {
        if (count == entries.length) {
          entries = Arrays.copyOf(entries, 2 * count);
        }
        entries[count++] = slot;
      }
    }
    return Arrays.copyOf(entries, count);
  }

  /// Makes `entries` all that the chain at `bucket` holds, which has as many lines after as need
  /// be.
  ///
  /// @return false if too few lines are ready, which is never so for fewer entries than it held;
  ///   then nothing has changed
  boolean replace(long bucket, long[] entries) {
    long[] old = linesOf(bucket);
    int needed = linesFor(entries.length);
    long[] overflow = Arrays.copyOf(old, needed);
    for (int i = old.length; i < needed; i++) {
      overflow[i] = allocate();
      if (overflow[i] == PageSource.NONE) {
        free(overflow, old.length, i);
        return false;
      }
    }
    int written = 0;
    long line = bucket;
    int slots = FIRST_LINE_SLOTS;
    for (int i = 0; i <= needed; i++) {
      int room = i < needed ? slots - 1 : slots;
      for (int slot = 0; slot < room; slot++) {
        set(line + (long) slot * Long.BYTES, written < entries.length ? entries[written++] : 0);
      }
      if (i < needed) {
        set(line + (long) room * Long.BYTES, LINK | overflow[i]);
        line = overflow[i];
        slots = OVERFLOW_SLOTS;
      }
    }
    free(old, needed, old.length);
    return true;
  }

  /// How many lines a chain of that many entries has beside its first.
  private static int linesFor(int entries) {
    if (entries <= FIRST_LINE_SLOTS) {
      return 0;
    }
    // All lines but the last lose a slot to the link.
    int beyond = entries - (FIRST_LINE_SLOTS - 1) - 1;
    return (beyond + OVERFLOW_SLOTS - 2) / (OVERFLOW_SLOTS - 1);
  }

  private long[] linesOf(long bucket) {
    long[] found = {};
    for (long cursor = bucket; cursor != END; cursor = next(cursor)) {
      long slot = get(cursor);
      if (slot < 0) {
        found = Arrays.copyOf(found, found.length + 1);
        found[found.length - 1] = slot & ~LINK;
      }
    }
    return found;
  }

  private static long firstOf(long line) {
    return line | IN_OVERFLOW;
  }

  private static long nextInLine(long cursor) {
    long next = cursor + Long.BYTES;
    long mask = (cursor & IN_OVERFLOW) == 0 ? FIRST_LINE_BYTES - 1 : OVERFLOW_BYTES - 1;
    return (next & ~IN_OVERFLOW & mask) == 0 ? END : next;
  }

  /// An empty line, or [PageSource#NONE].
  private synchronized long allocate() {
    if (freeCount == 0 && linesUsed == linesReady) {
      return PageSource.NONE;
    }
    linesInUse = linesUsed + 1 - freeCount;
    return freeCount > 0 ? freeLines[--freeCount] : lines.address(linesUsed++);
  }

  /// Empties lines that no chain leads to any more. A reader may still be in them.
  private synchronized void free(long[] lines, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int slot = 0; slot < OVERFLOW_SLOTS; slot++) {
        set(lines[i] + (long) slot * Long.BYTES, 0);
      }
      if (freeCount == freeLines.length) {
        freeLines = Arrays.copyOf(freeLines, 2 * freeCount);
      }
      freeLines[freeCount++] = lines[i];
    }
    linesInUse = linesUsed - freeCount;
  }
}
