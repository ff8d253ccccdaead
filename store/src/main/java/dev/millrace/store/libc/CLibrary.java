package dev.millrace.store.libc;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/// How functions of the C library are found, and how their errors are read.
///
/// Each handle takes, before the function's own arguments, the segment that errno is kept in.
final class CLibrary {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle STATE_ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private CLibrary() {}

  /// The function of that name.
  ///
  /// @throws java.util.NoSuchElementException if this system's C library has none
  @SuppressWarnings("restricted") // The handles are private to the calls made here.
  static MethodHandle function(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, ERRNO);
  }

  /// The function of that name, of whose arguments those from the one at `firstVariadic` on stand
  /// for `...`.
  @SuppressWarnings("restricted") // The handles are private to the calls made here.
  static MethodHandle variadic(String name, int firstVariadic, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        descriptor,
        ERRNO,
        Linker.Option.firstVariadicArg(firstVariadic));
  }

  /// A place for errno, one for each thread that calls.
  static MemorySegment errnoIn(Arena arena) {
    return arena.allocate(STATE);
  }

  /// What the call before left in `state`.
  static int errno(MemorySegment state) {
    return (int) STATE_ERRNO.get(state, 0L);
  }
}
