package dev.millrace.store.io;

import dev.millrace.store.libc.AnonymousMemory;
import dev.millrace.store.libc.FileCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A file's descriptor, and what the file system granted with it.
///
/// @param size in bytes
/// @param direct whether the page cache is passed by
/// @param compromises what the file system refused, and what is done instead
record OpenedFile(Path path, int descriptor, long size, boolean direct, List<String> compromises) {
  private static final long ZEROS = 1 << 20;

  /// Opens a file that is there.
  static OpenedFile open(FileCalls files, Path path) throws DeviceException {
    List<String> compromises = new ArrayList<>();
    int descriptor = open(files, path, 0, compromises);
    long size = files.size(descriptor);
    if (size < 0) {
      int _ = files.close(descriptor);
      throw new DeviceException("size of " + path, new Errno((int) -size));
    }
    return of(path, descriptor, size, compromises, compromises.isEmpty());
  }

  /// Opens a file, made where it is missing, and gives it a size.
  static OpenedFile create(FileCalls files, Path path, long size) throws DeviceException {
    boolean isNew = !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    List<String> compromises = new ArrayList<>();
    int descriptor = open(files, path, FileCalls.CREATE, compromises);
    boolean direct = compromises.isEmpty();
    try {
      allocate(files, path, descriptor, size, compromises);
      return of(path, descriptor, size, compromises, direct);
    } catch (DeviceException e) {
      int _ = files.close(descriptor);
      if (isNew && !path.toFile().delete()) {
        e.addSuppressed(new IllegalStateException("could not delete " + path));
      }
      throw e;
    }
  }

  private static OpenedFile of(
      Path path, int descriptor, long size, List<String> compromises, boolean direct) {
    compromises.forEach(compromise ->
        System.getLogger(OpenedFile.class.getName())
            .log(System.Logger.Level.WARNING, path + ": " + compromise));
    return new OpenedFile(path, descriptor, size, direct, List.copyOf(compromises));
  }

  private static int open(FileCalls files, Path path, int flags, List<String> compromises)
      throws DeviceException {
    int descriptor = files.open(path, FileCalls.READ_WRITE | FileCalls.DIRECT | flags);
    if (Errno.EINVAL.isResult(descriptor)) {
      compromises.add("the file system refuses O_DIRECT, so all goes through the page cache");
      descriptor = files.open(path, FileCalls.READ_WRITE | flags);
    }
    if (descriptor < 0) {
      throw new DeviceException("opening of " + path, new Errno(-descriptor));
    }
    return descriptor;
  }

  private static void allocate(
      FileCalls files, Path path, int descriptor, long size, List<String> compromises)
      throws DeviceException {
    long before = files.size(descriptor);
    int result = files.allocate(descriptor, size);
    if (Errno.EOPNOTSUPP.isResult(result)) {
      compromises.add("the file system has no fallocate, so zeros were written");
      result = fill(files, descriptor, before, size);
    }
    if (result >= 0 && before > size) {
      result = files.truncate(descriptor, size);
    }
    if (result < 0) {
      throw new DeviceException(
          "allocation of %d bytes for %s".formatted(size, path), new Errno(-result));
    }
  }

  /// Writes zeros from the block that holds the end, which direct writes must begin with, or after
  /// it where a part of it is in use.
  private static int fill(FileCalls files, int descriptor, long from, long to) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment zeros = AnonymousMemory.map(ZEROS, arena);
      long begin = (from + BlockFile.BLOCK - 1) & -BlockFile.BLOCK;
      for (long position = begin; position < to; ) {
        long length = Math.min(ZEROS, to - position);
        long written = files.write(descriptor, zeros.address(), length, position);
        if (written <= 0) {
          return (int) (written == 0 ? -Errno.EIO.number() : written);
        }
        position += written;
      }
      return 0;
    }
  }
}
