package dev.millrace.gateway.access;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A directory in a file, which is looked at every second: what is added, changed or taken away
/// there holds for the requests that come after that. The format is that of [AccessListReader].
///
/// A file that has become unreadable or wrong changes nothing; the log says so, once. A changed
/// file is taken when it is found twice in a row, so that one half written is not.
public final class AccessFile implements Directory {
  static final int LARGEST = 1 << 20;

  private static final System.Logger LOG = System.getLogger(AccessFile.class.getName());
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Path file;
  private final Listener listener;
  private volatile AccessList list;

  /// What the list is made of.
  private byte[] taken;

  /// What was read last.
  private byte[] seen;

  private String trouble = "";
  private @Nullable Thread watch;

  /// Hears what becomes of a file.
  public interface Listener {
    /// What it says holds from now on.
    ///
    /// @param keys how many there are of all identities together, as of `certificates`
    default void loaded(int identities, int keys, int certificates) {}

    /// What it says now does not hold. Told once, until it is another problem.
    default void refused(String problem) {}
  }

  private AccessFile(Path file, Listener listener) throws IOException {
    this.file = file;
    this.listener = listener;
    this.taken = bytes();
    this.seen = taken;
    this.list = parsed(taken);
    tellLoaded();
  }

  /// Reads the file, now and from now on.
  ///
  /// @throws IOException if it cannot be read, if others than its owner and group may read it, or
  ///   if it does not make sense; the message is one line that says so, without any secret
  public static AccessFile open(Path file, Listener listener) throws IOException {
    AccessFile opened = new AccessFile(file, listener);
    opened.watch = Thread.ofVirtual().name("access-file").start(opened::watch);
    return opened;
  }

  /// Reads the file now, and again when [#refresh] is called.
  public static AccessFile once(Path file) throws IOException {
    return new AccessFile(file, new Listener() {});
  }

  @Override
  public @Nullable AccessKey key(String accessKeyId) {
    return list.key(accessKeyId);
  }

  @Override
  public @Nullable Identity holder(X509Certificate certificate) {
    return list.holder(certificate);
  }

  @Override
  public Identity anonymous() {
    return list.anonymous();
  }

  /// All that have a name, in the order of the file.
  public List<Identity> identities() {
    return list.identities();
  }

  @Override
  public void close() {
    if (watch != null) {
      watch.interrupt();
    }
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(INTERVAL);
        refresh();
      }
    } catch (InterruptedException _) {
      // closed
    }
  }

  /// Looks at the file again.
  void refresh() {
    try {
      byte[] text = bytes();
      boolean isSettled = Arrays.equals(text, seen);
      seen = text;
      if (isSettled && !Arrays.equals(text, taken)) {
        list = parsed(text);
        taken = text;
        LOG.log(System.Logger.Level.INFO, "{0} holds as it is now", file);
        tellLoaded();
      }
      trouble = "";
    } catch (IOException e) {
      warn(String.valueOf(e.getMessage()));
    }
  }

  private void tellLoaded() {
    AccessList now = list;
    listener.loaded(now.identities().size(), now.keyCount(), now.certificateCount());
  }

  private void warn(String problem) {
    if (!problem.equals(trouble)) {
      trouble = problem;
      LOG.log(System.Logger.Level.WARNING, "going on with the rules as they were: {0}", problem);
      listener.refused(problem);
    }
  }

  private AccessList parsed(byte[] text) throws IOException {
    try {
      return AccessListReader.read(text);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  private byte[] bytes() throws IOException {
    try {
      if (Files.size(file) > LARGEST) {
        throw new IOException(file + " is too large for an access file");
      }
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")
          && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
        throw new IOException(file + " may be read by everyone: chmod o-r it");
      }
      return Files.readAllBytes(file);
    } catch (FileSystemException e) {
      throw new IOException(file + " cannot be read: " + e, e);
    }
  }
}
