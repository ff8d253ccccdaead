package dev.millrace.gateway.command;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.millrace.s3.transfer.Progress;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
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
  /// What is written, by a call.
  interface Content {
    /// Writes all of it to `out`, which takes all that it is given at once.
    ///
    /// @throws IOException if it cannot be had; `out` itself throws a [CommandFailure]
    void writeTo(WritableByteChannel out) throws IOException;
  }

  /// Writes all of `content`. What `content` throws is thrown on, and what fails to be written is a
  /// [CommandFailure].
  void write(Content content) throws IOException;

  /// Copies all of `in`.
  ///
  /// @param size how many bytes `in` has
  default void write(InputStream in, long size, Progress progress) throws IOException {
    write(out -> copy(in, out, size, progress));
  }

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
    public void write(Content content) throws IOException {
      FileChannel out = new FileOutputStream(FileDescriptor.out).getChannel();
      content.writeTo(new Target(out, "standard output"));
    }
  }

  /// A pipe, or something like `/dev/null`, which is written to where a file would be replaced.
  record ToDevice(Path file) implements Download {
    @Override
    public void write(Content content) throws IOException {
      try (FileChannel out = open(file, file)) {
        content.writeTo(new Target(out, file.toString()));
      }
    }
  }

  /// A file, which bears its name only once it is whole. Whatever ends the download, an interrupt
  /// from the keyboard included, the unfinished file is removed.
  record ToFile(Path file) implements Download {
    @Override
    public void write(Content content) throws IOException {
      Path part = file.resolveSibling(".millrace-" + UUID.randomUUID() + ".part");
      part.toFile().deleteOnExit();
      try {
        try (FileChannel out = open(part, file)) {
          content.writeTo(new Target(out, file.toString()));
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        throw failure(file.toString(), e.getClass().getSimpleName() + " " + e.getMessage(), e);
      } finally {
        Files.deleteIfExists(part);
      }
    }
  }

  /// An open file, by the name that its user knows it by.
  record Target(FileChannel file, String name) implements WritableByteChannel {
    @Override
    public int write(ByteBuffer from) {
      int length = from.remaining();
      try {
        while (from.hasRemaining()) {
          file.write(from);
        }
      } catch (IOException e) {
        throw failure(name, String.valueOf(e.getMessage()), e);
      }
      return length;
    }

    @Override
    public boolean isOpen() {
      return file.isOpen();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /// Opens `path`, for bytes that are meant for `file`.
  private static FileChannel open(Path path, Path file) throws IOException {
    try {
      return path.equals(file)
          ? FileChannel.open(path, WRITE)
          : FileChannel.open(path, CREATE_NEW, WRITE);
    } catch (NoSuchFileException e) {
      throw failure(file.toString(), "its folder does not exist", e);
    } catch (AccessDeniedException e) {
      throw failure(file.toString(), "this user may not", e);
    }
  }

  private static void copy(InputStream in, WritableByteChannel out, long size, Progress progress)
      throws IOException {
    byte[] buffer = new byte[1 << 16];
    long done = 0;
    progress.at(done, size);
    for (int count = in.read(buffer); count != -1; count = in.read(buffer)) {
      out.write(ByteBuffer.wrap(buffer, 0, count));
      done += count;
      progress.at(done, size);
    }
  }

  private static CommandFailure failure(String target, String cause, IOException e) {
    return new CommandFailure(
        "cannot write " + target + ": " + cause + "; mend that or name another FILE", e);
  }
}
