package dev.millrace.store.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// The bytes of a value, where they lie.
///
/// A view belongs to the thread that was given it, and ends with [#close]. Any other use is an
/// exception: of another thread [WrongThreadException], after the end [IllegalStateException],
/// beyond the value's bytes [IndexOutOfBoundsException]. Numbers are read in the byte order of the
/// machine, at any offset.
public abstract sealed class View implements AutoCloseable permits Value, Draft {
  private static final int ENDED = -1;

  private final MemorySegment memory;
  private final Thread owner;
  private final long start;

  /// Negative once the view has ended: no offset passes then.
  private long size;

  View(MemorySegment memory, long start, long size) {
    this.memory = memory;
    this.owner = Thread.currentThread();
    this.start = start;
    this.size = size;
  }

  /// The length of the value in bytes.
  public final long size() {
    checkOpen();
    return size;
  }

  public final byte getByte(long offset) {
    return memory.get(JAVA_BYTE, at(offset, Byte.BYTES));
  }

  public final int getInt(long offset) {
    return memory.get(JAVA_INT_UNALIGNED, at(offset, Integer.BYTES));
  }

  public final long getLong(long offset) {
    return memory.get(JAVA_LONG_UNALIGNED, at(offset, Long.BYTES));
  }

  /// Copies `length` bytes of the value, from `offset` on, into `target`.
  public final void copyTo(long offset, byte[] target, int from, int length) {
    MemorySegment.copy(memory, JAVA_BYTE, at(offset, length), target, from, length);
  }

  /// Copies `length` bytes of the value, from `offset` on, into `target`.
  public final void copyTo(long offset, MemorySegment target, long from, long length) {
    MemorySegment.copy(memory, at(offset, length), target, from, length);
  }

  /// All bytes of the value, copied.
  public final byte[] toArray() {
    byte[] copy = new byte[(int) size()];
    copyTo(0, copy, 0, copy.length);
    return copy;
  }

  /// Where the bytes from `offset` on are, `length` of which the caller may access.
  final long at(long offset, long length) {
    if (!isMine() || offset < 0 || length < 0 || offset > size - length) {
      throw refusal(offset, length);
    }
    return start + offset;
  }

  final MemorySegment memory() {
    return memory;
  }

  /// Ends the view.
  ///
  /// @return whether it had not ended before
  final boolean end() {
    if (!isMine()) {
      throw new WrongThreadException("a view of " + owner);
    }
    boolean wasOpen = size != ENDED;
    size = ENDED;
    return wasOpen;
  }

  @SuppressWarnings("ReferenceEquality") // A thread is equal to none but itself.
  private boolean isMine() {
    return owner == Thread.currentThread();
  }

  private void checkOpen() {
    long _ = at(0, 0);
  }

  private RuntimeException refusal(long offset, long length) {
    if (!isMine()) {
      return new WrongThreadException("a view of " + owner);
    }
    if (size == ENDED) {
      return new IllegalStateException("the view has ended");
    }
    Objects.checkFromIndexSize(offset, length, size);
    return new IndexOutOfBoundsException();
  }

  /// Ends the view. Does nothing if it has ended.
  @Override
  public abstract void close();
}
