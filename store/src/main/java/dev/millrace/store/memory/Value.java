package dev.millrace.store.memory;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// A value, read in place.
///
/// As long as it is open, its bytes stay what they are: the memory that they lie in is not given to
/// other entries, even if the entry is replaced, removed or evicted. So it should be closed soon; a
/// value that is never closed takes that memory out of use.
public final class Value extends View {
  private final ValueHolder holder;
  private final long token;

  /// As [#of], of memory that needs no check.
  Value(MemorySegment memory, long start, long size, ValueHolder holder, long token) {
    super(memory, start, size);
    this.holder = holder;
    this.token = token;
  }

  /// A value of the calling thread.
  ///
  /// @param memory off the heap. It must stay where it is until `holder` is told to release it: it
  ///   is read without asking whether it is there
  /// @param start where the value begins in `memory`
  /// @param holder told once, with `token`, when the value is closed
  /// @throws IllegalArgumentException if the memory is on the heap
  /// @throws IndexOutOfBoundsException if the value is not within the memory
  public static Value of(
      MemorySegment memory, long start, long size, ValueHolder holder, long token) {
    if (!memory.isNative()) {
      throw new IllegalArgumentException("a value on the heap");
    }
    long checked = Objects.checkFromIndexSize(start, size, memory.byteSize());
    return new Value(memory, checked, size, holder, token);
  }

  @Override
  public void close() {
    if (end()) {
      holder.release(token);
    }
  }
}
