package dev.millrace.s3.transfer;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// The file that a download goes to while it is unfinished: beside the one that it becomes, hidden,
/// and locked. It gets its name only when it is whole.
///
/// Every failure is a [TargetException] that names the file and says why.
final class PartFile implements AutoCloseable {
  private final Path target;
  private final Path path;
  private final FileChannel channel;
  private boolean keep;

  private PartFile(Path target, Path path, FileChannel channel) {
    this.target = target;
    this.path = path;
    this.channel = channel;
  }

  /// @param keep whether what there is stays when this is closed before it is whole
  static PartFile open(Path target, boolean keep) throws TargetException {
    Path name = target.getFileName();
    if (name == null || Files.isDirectory(target)) {
      throw new TargetException("cannot write " + target + ": it is a directory", null);
    }
    Path path = target.resolveSibling("." + name + ".millrace-part");
    try {
      FileChannel channel = FileChannel.open(path, CREATE, READ, WRITE);
      PartFile file = new PartFile(target, path, channel);
      file.keep = keep;
      file.lock();
      return file;
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  /// The file while it is unfinished.
  Path path() {
    return path;
  }

  /// What an earlier download of this file has left behind.
  Optional<Journal> journal() throws TargetException {
    try {
      long length = channel.size();
      int tail = (int) Math.min(length, Journal.longest());
      ByteBuffer bytes = ByteBuffer.allocate(tail);
      while (bytes.hasRemaining()) {
        if (channel.read(bytes, length - tail + bytes.position()) < 0) {
          return Optional.empty();
        }
      }
      return Journal.decode(bytes.flip()).filter(journal -> journal.size() <= length);
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  /// Makes room for `size` bytes, and forgets what there was.
  void begin(long size) throws TargetException {
    try {
      channel.truncate(0);
      long free = Files.getFileStore(path).getUsableSpace();
      if (free < size) {
        throw new TargetException(
            "cannot write %s: it has %d bytes, and there is room for %d"
                .formatted(target, size, free),
            null);
      }
      if (size > 0) {
        channel.write(ByteBuffer.allocate(1), size - 1);
      }
    } catch (TargetException e) {
      throw e;
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  /// Writes all of `bytes`. Any number of threads may do so at once.
  void write(ByteBuffer bytes, long position) throws TargetException {
    try {
      for (long at = position; bytes.hasRemaining(); ) {
        at += channel.write(bytes, at);
      }
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  /// Reads from `position` on.
  ///
  /// @return how many bytes; -1 at the end
  int read(ByteBuffer into, long position) throws TargetException {
    try {
      return channel.read(into, position);
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  /// Notes how far the download is.
  void note(Journal journal) throws TargetException {
    ByteBuffer bytes = journal.encoded();
    long end = journal.size() + bytes.remaining();
    write(bytes, journal.size());
    try {
      channel.truncate(end);
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  /// Gives the file, which has `size` bytes, its name.
  void finish(long size) throws TargetException {
    try {
      channel.truncate(size);
      Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
      keep = true;
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  /// Deletes the file when this is closed, whatever was said before.
  void discard() {
    keep = false;
  }

  @Override
  public void close() throws TargetException {
    try {
      if (!keep) {
        Files.deleteIfExists(path);
      }
      channel.close();
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  private void lock() throws IOException {
    try {
      if (channel.tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException _) {
      // Another download of this JVM's.
    }
    channel.close();
    throw new TargetException("cannot write " + target + ": another download does so", null);
  }

  private static TargetException failure(Path target, IOException e) {
    if (e instanceof TargetException named) {
      return named;
    }
    String reason =
        switch (e) {
          case NoSuchFileException _ -> "its folder does not exist";
          case AccessDeniedException _ -> "its folder may not be written to";
          case FileSystemException local when local.getReason() != null -> local.getReason();
          default -> String.valueOf(e.getMessage());
        };
    return new TargetException("cannot write " + target + ": " + reason, e);
  }
}
