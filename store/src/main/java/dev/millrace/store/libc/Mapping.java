package dev.millrace.store.libc;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// Readable and writable memory from mmap(2), which munmap(2) gives back.
final class Mapping {
  private static final int PROT_READ_WRITE = 3;

  private static final MethodHandle MMAP =
      CLibrary.function(
          "mmap",
          FunctionDescriptor.of(
              ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle MUNMAP =
      CLibrary.function("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));

  private Mapping() {}

  /// Memory that is given back when `arena` ends.
  ///
  /// @param state takes errno
  /// @return nothing where the system refuses
  @SuppressWarnings("restricted") // The system says that these bytes are there.
  static Optional<MemorySegment> map(
      MemorySegment state, long bytes, int flags, int descriptor, long offset, Arena arena) {
    try {
      MemorySegment mapped =
          (MemorySegment)
              MMAP.invokeExact(
                  state, MemorySegment.NULL, bytes, PROT_READ_WRITE, flags, descriptor, offset);
      return mapped.address() == -1
          ? Optional.empty()
          : Optional.of(mapped.reinterpret(bytes, arena, Mapping::unmap));
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
  }

  private static void unmap(MemorySegment memory) {
    try (Arena call = Arena.ofConfined()) {
      int _ = (int) MUNMAP.invokeExact(CLibrary.errnoIn(call), memory, memory.byteSize());
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
  }
}
