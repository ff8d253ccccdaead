package dev.millrace.store.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;

/// The bytes of a value, where they lie.
///
/// A view belongs to the thread that was given it, and ends with [#close]. Any other use is an
/// exception: of another thread [WrongThreadException], after the end [IllegalStateException],
/// beyond the value's bytes [IndexOutOfBoundsException]. Numbers are read in the byte order of the
/// machine, at any offset.
public abstract sealed class View implements AutoCloseable permits Value, Draft {
  /// All addresses there are. An access to this constant is checked against nothing, where one to
  /// the tier's memory would ask for its kind, its bounds and its scope. What is to be checked is
  /// here: the bounds of the value; and the tier's memory stays for as long as anything refers to
  /// it.
  @SuppressWarnings("restricted")
  static final MemorySegment ADDRESSES = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  /// The size of a view that has ended: no offset passes.
  private static final int ENDED = -1;

  private final MemorySegment memory;
  private final Thread owner;
  private final long start;
  private long size;

  View(MemorySegment memory, long start, long size) {
    this.memory = memory;
    this.owner = Thread.currentThread();
    this.start = memory.address() + start;
    this.size = size;
  }

  /// The length of the value in bytes.
  public final long size() {
    long _ = at(0, 0);
    return size;
  }

  public final byte getByte(long offset) {
    byte value = ADDRESSES.get(JAVA_BYTE, at(offset, Byte.BYTES));
    keepMemory();
    return value;
  }

  public final int getInt(long offset) {
    int value = ADDRESSES.get(JAVA_INT_UNALIGNED, at(offset, Integer.BYTES));
    keepMemory();
    return value;
  }

  public final long getLong(long offset) {
    long value = ADDRESSES.get(JAVA_LONG_UNALIGNED, at(offset, Long.BYTES));
    keepMemory();
    return value;
  }

  /// Copies `length` bytes of the value, from `offset` on, into `target`.
  public final void copyTo(long offset, byte[] target, int from, int length) {
    MemorySegment.copy(ADDRESSES, JAVA_BYTE, at(offset, length), target, from, length);
    keepMemory();
  }

  /// Copies `length` bytes of the value, from `offset` on, into `target`.
  public final void copyTo(long offset, MemorySegment target, long from, long length) {
    MemorySegment.copy(ADDRESSES, at(offset, length), target, from, length);
    keepMemory();
  }

  /// All bytes of the value, copied.
  public final byte[] toArray() {
    byte[] copy = new byte[(int) size()];
    copyTo(0, copy, 0, copy.length);
    return copy;
  }

  /// The address of the bytes from `offset` on, `length` of which the caller may access before it
  /// calls [#keepMemory].
  final long at(long offset, long length) {
    if (!isMine()) {
      throw stranger();
    }
    try {
      // In this form, the compiler takes the check out of loops.
      return start + Objects.checkIndex(offset, size - length + 1);
    } catch (IndexOutOfBoundsException e) {
      throw refusal(offset, length);
    }
  }

  /// Makes sure that the collector has not ended the memory before what was read or written.
  @SuppressWarnings("ReachabilityFenceUsage") // What throws has accessed nothing.
  final void keepMemory() {
    Reference.reachabilityFence(memory);
  }

  /// Ends the view.
  ///
  /// @return whether it had not ended before
  final boolean end() {
    if (!isMine()) {
      throw stranger();
    }
    boolean wasOpen = size != ENDED;
    size = ENDED;
    return wasOpen;
  }

  @SuppressWarnings("ReferenceEquality") // A thread is equal to none but itself.
  private boolean isMine() {
    return owner == Thread.currentThread();
  }

  private RuntimeException stranger() {
    return new WrongThreadException("a view of " + owner);
  }

  private RuntimeException refusal(long offset, long length) {
    return size == ENDED
        ? new IllegalStateException("the view has ended")
        : new IndexOutOfBoundsException(
            length + " bytes from " + offset + " on, in a value of " + size);
  }

  /// Ends the view. Does nothing if it has ended.
  @Override
  public abstract void close();
}
