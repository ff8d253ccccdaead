package dev.millrace.gateway.command;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.millrace.seal.Keyring;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A file with keys. What is wrong with it is a [CommandFailure].
///
/// It is never half there: a new file is written beside it, goes to the disk, and takes its name.
/// What is beside it always has the same name, so that of two who write at once one is refused,
/// rather than its key lost.
record KeyringFile(Path path) {
  /// In bytes; no keyring has a million keys.
  private static final long LARGEST = 64 << 20;

  static KeyringFile of(String name) {
    try {
      return new KeyringFile(Path.of(name));
    } catch (InvalidPathException e) {
      throw new CommandFailure("\"" + name + "\" cannot name a keyring: give another", e);
    }
  }

  Keyring read() {
    try {
      if (Files.isDirectory(path)) {
        throw failure("read", "it is a folder", null);
      }
      if (Files.isRegularFile(path) && Files.size(path) > LARGEST) {
        throw failure("read", "it is too large for one", null);
      }
      return Keyring.read(path);
    } catch (NoSuchFileException e) {
      throw new CommandFailure(
          "there is no keyring " + path + "; millrace keyring " + path + " --new makes one", e);
    } catch (AccessDeniedException e) {
      throw failure("read", "this user may not", e);
    } catch (IOException e) {
      // What is wrong in it is told with its name.
      throw new CommandFailure("cannot read the keyring: " + e.getMessage(), e);
    }
  }

  /// Makes the file, with one key, for its owner alone.
  void create() {
    try {
      write(path.toAbsolutePath(), false);
    } catch (NoSuchFileException e) {
      throw failure("make", "its folder does not exist", e);
    } catch (AccessDeniedException e) {
      throw failure("make", "this user may not", e);
    } catch (IOException e) {
      throw failure("make", String.valueOf(e.getMessage()), e);
    }
  }

  /// Puts a new key on top. The rest of the file stays as it is, and so does who may read it.
  void rotate() {
    read();
    try {
      write(path.toRealPath(), true);
    } catch (AccessDeniedException e) {
      throw failure("change", "this user may not write into its folder", e);
    } catch (IOException e) {
      throw failure("change", String.valueOf(e.getMessage()), e);
    }
  }

  private void write(Path file, boolean rotation) throws IOException {
    Path beside = file.resolveSibling("." + file.getFileName() + ".millrace-new");
    try (FileChannel out = openBeside(beside)) {
      try {
        if (!rotation && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          throw failure("make", "it is there already; --rotate puts another key on top", null);
        }
        fill(out, ByteBuffer.wrap((Keyring.newKey() + "\n").getBytes(US_ASCII)));
        if (rotation) {
          fill(out, ByteBuffer.wrap(Files.readAllBytes(file)));
          keepRights(file, beside);
        }
        out.force(true);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (Throwable e) {
        Files.deleteIfExists(beside);
        throw e;
      }
    }
    forceName(file);
  }

  private static void forceName(Path file) {
    try (FileChannel folder = FileChannel.open(Objects.requireNonNull(file.getParent()))) {
      folder.force(true);
    } catch (IOException _) {
      // Some folders may be written to and not read, and some file systems open or force none. The
      // keyring is in its place by then: whoever was told of a failure would rotate once more.
    }
  }

  private FileChannel openBeside(Path beside) throws IOException {
    FileAttribute<?>[] rights =
        isPosix(beside)
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try {
      return FileChannel.open(
          beside, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), rights);
    } catch (FileAlreadyExistsException e) {
      throw failure(
          "write",
          "another millrace is about to; if none is, one was killed, and "
              + beside
              + " can be removed",
          e);
    }
  }

  private static void fill(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }

  private static void keepRights(Path from, Path to) throws IOException {
    if (!isPosix(to)) {
      return;
    }
    PosixFileAttributes wanted = Files.readAttributes(from, PosixFileAttributes.class);
    PosixFileAttributes given = Files.readAttributes(to, PosixFileAttributes.class);
    PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (!wanted.owner().equals(given.owner())) {
      view.setOwner(wanted.owner());
    }
    if (!wanted.group().equals(given.group())) {
      view.setGroup(wanted.group());
    }
    view.setPermissions(wanted.permissions());
  }

  private static boolean isPosix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private CommandFailure failure(String verb, String cause, @Nullable Exception e) {
    return new CommandFailure("cannot " + verb + " the keyring " + path + ": " + cause, e);
  }
}
