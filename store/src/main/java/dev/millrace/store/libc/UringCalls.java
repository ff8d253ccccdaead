package dev.millrace.store.libc;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The three system calls of io_uring, for which the C library has no functions of their own
/// (io_uring_setup(2), io_uring_enter(2), io_uring_register(2)). Each returns what the system
/// returns, or the negative errno.
///
/// An object keeps errno for one thread. Addresses are plain numbers: who calls keeps the memory.
public final class UringCalls {
  // New system calls have the same number on every architecture since 424.
  private static final long SETUP = 425;
  private static final long ENTER = 426;
  private static final long REGISTER = 427;

  private static final int MAP_SHARED_POPULATE = 0x01 | 0x8000;

  /// All arguments of a system call are as wide as a register; those not needed are ignored.
  private static final MethodHandle SYSCALL =
      CLibrary.variadic(
          "syscall",
          1,
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
              JAVA_LONG));

  private final MemorySegment state;

  /// @param arena where errno is kept
  public UringCalls(Arena arena) {
    state = CLibrary.errnoIn(arena);
  }

  /// A new ring's descriptor.
  ///
  /// @param parameters a `struct io_uring_params`, which is filled in
  public int setup(int entries, MemorySegment parameters) {
    return call(SETUP, entries, parameters.address(), 0, 0);
  }

  /// Submits, and waits until at least `completions` are there where `flags` say so.
  ///
  /// @return how many were submitted
  public int enter(int ring, int submissions, int completions, int flags) {
    return call(ENTER, ring, submissions, completions, flags);
  }

  public int register(int ring, int operation, long address, int count) {
    return call(REGISTER, ring, operation, address, count);
  }

  /// A part of the memory that a ring shares with the kernel, given back when `arena` ends.
  ///
  /// @return nothing where the system refuses
  public Optional<MemorySegment> map(int ring, long offset, long bytes, Arena arena) {
    return Mapping.map(state, bytes, MAP_SHARED_POPULATE, ring, offset, arena);
  }

  private int call(long number, long first, long second, long third, long fourth) {
    try {
      long returned =
          (long) SYSCALL.invokeExact(state, number, first, second, third, fourth, 0L, 0L);
      return returned == -1 ? -CLibrary.errno(state) : (int) returned;
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
  }
}
