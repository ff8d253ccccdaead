package dev.millrace.store.libc;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Memory of this process that belongs to no file, straight from the operating system (mmap(2)).
///
/// [Arena#allocate] would fill it with zeros at once, touching every page, and count it against
/// `-XX:MaxDirectMemorySize`; a mapping is zero without being touched, and takes up memory page by
/// page as it is written.
public final class AnonymousMemory {
  private static final int MAP_PRIVATE_ANONYMOUS_NORESERVE = 0x02 | 0x20 | 0x4000;
  private static final int MADV_DONTNEED = 4;
  private static final int MADV_HUGEPAGE = 14;

  private static final MethodHandle MADVISE =
      CLibrary.function("madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

  private AnonymousMemory() {}

  /// Memory of `bytes` bytes, all zero, which is given back when `arena` ends.
  ///
  /// @throws OutOfMemoryError if the system has no room for it
  public static MemorySegment map(long bytes, Arena arena) {
    try (Arena call = Arena.ofConfined()) {
      MemorySegment state = CLibrary.errnoIn(call);
      return Mapping.map(state, bytes, MAP_PRIVATE_ANONYMOUS_NORESERVE, -1, 0, arena)
          .orElseThrow(() ->
              new OutOfMemoryError(
                  "cannot map " + bytes + " bytes: error " + CLibrary.errno(state) + " of mmap"));
    }
  }

  /// Asks for huge pages, which random access to gigabytes needs: their addresses are found in the
  /// processor's own tables. A system that has none to give goes on without.
  public static void preferHugePages(MemorySegment memory) {
    advise(memory, MADV_HUGEPAGE);
  }

  /// Gives the memory back to the system at once. The addresses stay valid; what is read there is
  /// zero from now on, and what is written takes up memory anew.
  ///
  /// @param memory whole pages of what [#map] returned
  public static void discard(MemorySegment memory) {
    advise(memory, MADV_DONTNEED);
  }

  private static void advise(MemorySegment memory, int advice) {
    try (Arena call = Arena.ofConfined()) {
      int _ = (int) MADVISE.invokeExact(CLibrary.errnoIn(call), memory, memory.byteSize(), advice);
    } catch (Error | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
