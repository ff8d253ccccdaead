package dev.millrace.gateway.command;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.millrace.s3.transfer.Progress;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/// Where bytes go that come one after another.
sealed interface Download {
  /// Copies all of `in`. What fails to be read is an [IOException] of the stream's own, and what
  /// fails to be written a [CommandFailure].
  ///
  /// @param size how many bytes `in` has
  void write(InputStream in, long size, Progress progress) throws IOException;

  /// The file of that name, or standard output for `-`.
  static Download to(String name) {
    if (name.equals("-")) {
      return new ToStandardOutput();
    }
    try {
      Path file = Path.of(name);
      if (Files.isDirectory(file)) {
        throw new CommandFailure(file + " is a directory: name a file in it", null);
      }
      return Files.exists(file) && !Files.isRegularFile(file)
          ? new ToDevice(file)
          : new ToFile(file);
    } catch (InvalidPathException e) {
      throw new CommandFailure("\"" + name + "\" cannot name a file: give another FILE", e);
    }
  }

  /// Standard output.
  record ToStandardOutput() implements Download {
    @Override
    public void write(InputStream in, long size, Progress progress) throws IOException {
      copy(in, new FileOutputStream(FileDescriptor.out), "standard output", size, progress);
    }
  }

  /// A pipe, or something like `/dev/null`, which is written to where a file would be replaced.
  record ToDevice(Path file) implements Download {
    @Override
    public void write(InputStream in, long size, Progress progress) throws IOException {
      try (OutputStream out = open(file, file)) {
        copy(in, out, file.toString(), size, progress);
      }
    }
  }

  /// A file, which bears its name only once it is whole. Whatever ends the download, an interrupt
  /// from the keyboard included, the unfinished file is removed.
  record ToFile(Path file) implements Download {
    @Override
    public void write(InputStream in, long size, Progress progress) throws IOException {
      Path part = file.resolveSibling(".millrace-" + UUID.randomUUID() + ".part");
      part.toFile().deleteOnExit();
      try {
        try (OutputStream out = open(part, file)) {
          copy(in, out, file.toString(), size, progress);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        throw failure(file.toString(), e.getClass().getSimpleName() + " " + e.getMessage(), e);
      } finally {
        Files.deleteIfExists(part);
      }
    }
  }

  /// Opens `path`, for bytes that are meant for `file`.
  private static OutputStream open(Path path, Path file) throws IOException {
    try {
      return path.equals(file)
          ? Files.newOutputStream(path, WRITE)
          : Files.newOutputStream(path, CREATE_NEW, WRITE);
    } catch (NoSuchFileException e) {
      throw failure(file.toString(), "its folder does not exist", e);
    } catch (AccessDeniedException e) {
      throw failure(file.toString(), "this user may not", e);
    }
  }

  private static void copy(
      InputStream in, OutputStream out, String target, long size, Progress progress)
      throws IOException {
    byte[] buffer = new byte[1 << 16];
    long done = 0;
    progress.at(done, size);
    for (int count = in.read(buffer); count != -1; count = in.read(buffer)) {
      try {
        out.write(buffer, 0, count);
      } catch (IOException e) {
        throw failure(target, String.valueOf(e.getMessage()), e);
      }
      done += count;
      progress.at(done, size);
    }
  }

  private static CommandFailure failure(String target, String cause, IOException e) {
    return new CommandFailure(
        "cannot write " + target + ": " + cause + "; mend that or name another FILE", e);
  }
}
