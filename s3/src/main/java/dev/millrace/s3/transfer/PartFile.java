package dev.millrace.s3.transfer;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The file that a download goes to while it is unfinished: beside the one that it becomes, hidden,
/// and locked. It gets its name only when it is whole.
///
/// Every failure is a [TargetException] that names the file and says why.
final class PartFile implements AutoCloseable {
  /// Those that this process has open. Its locks do not keep it from opening one twice, and closing
  /// the second would end the lock of the first (fcntl, POSIX.1-2017).
  private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

  private final Path target;
  private final Path path;
  private final FileChannel channel;
  private boolean keep;
  private boolean finished;

  private PartFile(Path target, Path path, FileChannel channel, boolean keep) {
    this.target = target;
    this.path = path;
    this.channel = channel;
    this.keep = keep;
  }

  /// @param keep whether what there is stays when this is closed before it is whole
  static PartFile open(Path target, boolean keep) throws TargetException {
    Path name = target.getFileName();
    if (name == null || Files.isDirectory(target)) {
      throw new TargetException("cannot write " + target + ": it is a directory", null);
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      // A device or a pipe would be replaced by a file.
      throw new TargetException("cannot write " + target + ": it is not a regular file", null);
    }
    Path path = target.resolveSibling("." + name + ".millrace-part").toAbsolutePath();
    if (!OPEN.add(path)) {
      throw failure(target, inUse(path));
    }
    try {
      FileChannel channel = locked(path);
      while (channel == null) {
        channel = locked(path);
      }
      return new PartFile(target, path, channel, keep);
    } catch (IOException e) {
      OPEN.remove(path);
      throw failure(target, e);
    }
  }

  /// Opens and locks the file at `path`.
  ///
  /// @return null where another download has given that file its name in between: what is open then
  ///   is what that has downloaded
  private static @Nullable FileChannel locked(Path path) throws IOException {
    try {
      Files.createFile(path);
    } catch (FileAlreadyExistsException _) {
      // An earlier download left it behind, or another has it.
    }
    FileChannel channel = null;
    boolean mine = false;
    try {
      Identity before = identity(path);
      channel = FileChannel.open(path, READ, WRITE, NOFOLLOW_LINKS);
      if (channel.tryLock() == null) {
        throw inUse(path);
      }
      mine = before.equals(identity(path));
      return mine ? channel : null;
    } catch (OverlappingFileLockException _) {
      throw inUse(path); // through another path
    } catch (NoSuchFileException _) {
      return null;
    } finally {
      if (channel != null && !mine) {
        channel.close();
      }
    }
  }

  private static FileSystemException inUse(Path path) {
    return new FileSystemException(path.toString(), null, "another download does so");
  }

  /// What tells the file at `path` from all others. The system's own word for it is that of another
  /// file as soon as this one is deleted, so there is more.
  private static Identity identity(Path path) throws IOException {
    var attributes = Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS);
    return new Identity(
        attributes.fileKey(),
        attributes.creationTime(),
        attributes.lastModifiedTime(),
        attributes.size());
  }

  /// @param key null where the system has nothing of the kind
  private record Identity(@Nullable Object key, FileTime created, FileTime modified, long size) {}

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
      read(bytes, length - tail);
      return Journal.decode(bytes.flip()).filter(journal -> journal.size() <= length);
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  /// Makes room for `size` bytes, and forgets what there was.
  void begin(long size) throws TargetException {
    try {
      channel.truncate(0);
      long free = path.toFile().getUsableSpace();
      if (free < size && free > 0) { // 0 also where nobody knows
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

  /// Reads as much as `into` has room for, from `position` on.
  void read(ByteBuffer into, long position) throws TargetException {
    try {
      for (long at = position; into.hasRemaining(); ) {
        int count = channel.read(into, at);
        if (count < 0) {
          throw new EOFException("somebody has cut it off");
        }
        at += count;
      }
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
      finished = true;
      OPEN.remove(path);
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
    try (channel) {
      // Once it has its name, what is at `path` belongs to another download.
      if (!finished && Files.exists(path) && !(keep && Files.size(path) > 0)) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw failure(target, e);
    } finally {
      if (!finished) {
        OPEN.remove(path);
      }
    }
  }

  private static TargetException failure(Path target, IOException e) {
    if (e instanceof TargetException named) {
      return named;
    }
    String reason =
        switch (e) {
          case NoSuchFileException _ ->
              Files.isDirectory(target.resolveSibling("."))
                  ? "somebody has removed it while it was downloaded"
                  : "its folder does not exist";
          case AccessDeniedException _ -> "its folder may not be written to";
          case ClosedByInterruptException _ -> "interrupted";
          case FileSystemException local when local.getReason() != null -> local.getReason();
          default -> String.valueOf(e.getMessage());
        };
    return new TargetException("cannot write " + target + ": " + reason, e);
  }
}
