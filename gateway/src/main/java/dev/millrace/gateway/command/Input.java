package dev.millrace.gateway.command;

import dev.millrace.s3.transfer.Progress;
import dev.millrace.seal.ByteSource;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What `seal` and `open` read: a file, or standard input.
///
/// @param name by which its user knows it
record Input(String name, FileChannel file) implements AutoCloseable {
  /// The file of that name, or standard input for `-`.
  static Input of(String name) {
    if (name.equals("-")) {
      return new Input(named(name), new FileInputStream(FileDescriptor.in).getChannel());
    }
    try {
      return new Input(name, FileChannel.open(Path.of(name), StandardOpenOption.READ));
    } catch (InvalidPathException | NoSuchFileException e) {
      throw failure(name, "there is no such file", e);
    } catch (AccessDeniedException e) {
      throw failure(name, "this user may not", e);
    } catch (IOException e) {
      throw failure(name, String.valueOf(e.getMessage()), e);
    }
  }

  /// What its user knows the input of that name by.
  static String named(String name) {
    return name.equals("-") ? "standard input" : name;
  }

  /// Its bytes in any order.
  ByteSource anywhere() {
    try {
      file.position();
      return ByteSource.of(file);
    } catch (IOException e) {
      throw new CommandFailure("--range is for files, and " + name + " is read in order only", e);
    }
  }

  /// Its bytes in order, of which `line` tells how many were read. What fails to be read is a
  /// [CommandFailure].
  ReadableByteChannel toldBy(ProgressLine line) {
    long size = size();
    return new Told(this, size, size > 0 ? line.add(size) : line.addEndless());
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw failure(name, String.valueOf(e.getMessage()), e);
    }
  }

  /// How many bytes are left to read; 0 where that is not known.
  private long size() {
    try {
      return Math.max(0, file.size() - file.position());
    } catch (IOException _) {
      // A pipe has no positions.
      return 0;
    }
  }

  private static CommandFailure failure(String name, String cause, Exception e) {
    return new CommandFailure("cannot read " + name + ": " + cause, e);
  }

  /// Counts what is read.
  private static final class Told implements ReadableByteChannel {
    private final Input input;
    private final long size;
    private final Progress progress;
    private long done;

    Told(Input input, long size, Progress progress) {
      this.input = input;
      this.size = size;
      this.progress = progress;
      tell();
    }

    @Override
    public int read(ByteBuffer into) {
      try {
        int count = input.file.read(into);
        done += Math.max(0, count);
        tell();
        return count;
      } catch (IOException e) {
        throw failure(input.name, String.valueOf(e.getMessage()), e);
      }
    }

    @Override
    public boolean isOpen() {
      return input.file.isOpen();
    }

    @Override
    public void close() {
      input.close();
    }

    private void tell() {
      progress.at(done, Math.max(done, size));
    }
  }
}
