package dev.millrace.store.libc;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// Files by their descriptors. Each call returns what the system returns, or the negative errno.
///
/// An object keeps errno for one thread. Addresses are plain numbers: who calls keeps the memory.
public final class FileCalls {
  /// For reading and writing (O_RDWR), closed in processes that are started (O_CLOEXEC).
  public static final int READ_WRITE = 0x2 | 0x80000;

  /// Made where it is missing (O_CREAT).
  public static final int CREATE = 0x40;

  /// Past the page cache (O_DIRECT), the one of these numbers that differs between architectures.
  public static final int DIRECT =
      switch (System.getProperty("os.arch")) {
        case "aarch64", "arm" -> 0x10000;
        case "ppc64", "ppc64le" -> 0x20000;
        default -> 0x4000;
      };

  private static final int OWNER_ONLY = 0600;
  private static final int SEEK_END = 2;
  private static final int EFD_CLOEXEC = 0x80000;

  private static final MethodHandle OPEN =
      CLibrary.variadic("open", 2, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
  private static final MethodHandle CLOSE =
      CLibrary.function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  private static final MethodHandle PREAD = transfer("pread");
  private static final MethodHandle PWRITE = transfer("pwrite");
  private static final MethodHandle WRITE =
      CLibrary.function("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle FALLOCATE =
      CLibrary.function(
          "fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle FTRUNCATE =
      CLibrary.function("ftruncate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle FDATASYNC =
      CLibrary.function("fdatasync", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  private static final MethodHandle LSEEK =
      CLibrary.function("lseek", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT));
  private static final MethodHandle EVENTFD =
      CLibrary.function("eventfd", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));

  private final MemorySegment state;

  /// @param arena where errno is kept
  public FileCalls(Arena arena) {
    state = CLibrary.errnoIn(arena);
  }

  private static MethodHandle transfer(String name) {
    return CLibrary.function(
        name, FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  }

  /// A new descriptor (open(2)); a file that is made here is its owner's alone.
  public int open(Path path, int flags) {
    try (Arena call = Arena.ofConfined()) {
      MemorySegment name = call.allocateFrom(path.toString());
      return (int) result((int) OPEN.invokeExact(state, name, flags, OWNER_ONLY));
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
  }

  public int close(int descriptor) {
    try {
      return (int) result((int) CLOSE.invokeExact(state, descriptor));
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
  }

  /// How many bytes were read, 0 at the end of the file.
  public long read(int descriptor, long address, long length, long position) {
    try {
      return result((long) PREAD.invokeExact(state, descriptor, address, length, position));
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
  }

  /// How many bytes were written.
  public long write(int descriptor, long address, long length, long position) {
    try {
      return result((long) PWRITE.invokeExact(state, descriptor, address, length, position));
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
  }

  /// Makes the file at least `size` bytes long, with blocks of the device behind all of them.
  public int allocate(int descriptor, long size) {
    try {
      return (int) result((int) FALLOCATE.invokeExact(state, descriptor, 0, 0L, size));
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
  }

  /// Makes the file exactly `size` bytes long.
  public int truncate(int descriptor, long size) {
    try {
      return (int) result((int) FTRUNCATE.invokeExact(state, descriptor, size));
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
  }

  /// Has the device keep what was written (fdatasync(2)).
  public int force(int descriptor) {
    try {
      return (int) result((int) FDATASYNC.invokeExact(state, descriptor));
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
  }

  /// The size of the file, in bytes.
  public long size(int descriptor) {
    try {
      return result((long) LSEEK.invokeExact(state, descriptor, 0L, SEEK_END));
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
  }

  /// A counter that can be waited for (eventfd(2)): a new descriptor, at 0.
  public int counter() {
    try {
      return (int) result((int) EVENTFD.invokeExact(state, 0, EFD_CLOEXEC));
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
  }

  /// Adds to a counter the long at `address`.
  public long add(int counter, long address) {
    try {
      return result((long) WRITE.invokeExact(state, counter, address, (long) Long.BYTES));
    } catch (Throwable e) {
      throw Calls.unexpected(e);
    }
  }

  private long result(long returned) {
    return returned == -1 ? -CLibrary.errno(state) : returned;
  }
}
