package dev.millrace.store.ssd;

import dev.millrace.store.libc.AnonymousMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Memory off the heap for copies that are given back in the order in which they are made.
///
/// Not safe for use by several threads.
final class CopyRing {
  /// A piece of it, until it is given back.
  ///
  /// @param end up to where the ring is taken, in bytes since the start
  record Piece(MemorySegment memory, long end) {}

  private final MemorySegment memory;
  private final int least;

  // In bytes since the start, those included that were passed over for being too few at the end.
  private long taken;
  private long givenBack;

  /// @param bytes twice the longest piece at least: then an empty ring has room for any
  /// @param least what a piece takes of them however short it is, so that there are not too many
  CopyRing(long bytes, int least) {
    this.least = least;
    // As in the memory tier: no access can meet memory that is gone.
    memory = AnonymousMemory.map(bytes, Arena.ofAuto());
  }

  /// A piece that lies in one stretch, or null if there is no room.
  @Nullable Piece take(long bytes) {
    long room = Math.max(bytes, least);
    long start = taken;
    long toEnd = memory.byteSize() - start % memory.byteSize();
    if (room > toEnd) {
      start += toEnd;
    }
    long end = start + room;
    if (end - givenBack > memory.byteSize()) {
      return null;
    }
    taken = end;
    return new Piece(memory.asSlice(start % memory.byteSize(), bytes), end);
  }

  /// Gives back the oldest piece.
  void giveBack(Piece oldest) {
    givenBack = oldest.end();
  }

  /// Gives the memory back to the system, and forgets what was in it.
  void close() {
    AnonymousMemory.discard(memory);
  }
}
