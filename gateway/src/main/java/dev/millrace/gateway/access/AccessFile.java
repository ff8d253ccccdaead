package dev.millrace.gateway.access;

import dev.millrace.gateway.renewal.Watched;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A directory in a file, which is looked at every second: what is added, changed or taken away
/// there holds for the requests that come after that. The format is that of [AccessListReader].
///
/// A file that has become unreadable or wrong changes nothing ([Watched]).
public final class AccessFile implements Directory {
  static final int LARGEST = 1 << 20;

  private final Watched<AccessList> list;

  /// Hears what becomes of a file.
  public interface Listener {
    /// What it says holds from now on.
    ///
    /// @param keys how many there are of all identities together, as of `certificates`
    default void loaded(int identities, int keys, int certificates) {}

    /// What it says now does not hold. Told once, until it is another problem.
    default void refused(String problem) {}
  }

  private AccessFile(Watched<AccessList> list) {
    this.list = list;
  }

  /// Reads the file, now and from now on.
  ///
  /// @throws IOException if it cannot be read, if others than its owner and group may read it, or
  ///   if it does not make sense; the message is one line that says so, without any secret
  public static AccessFile open(Path file, Listener listener) throws IOException {
    return new AccessFile(Watched.open("access-file", new Rules(file, listener)));
  }

  /// Reads the file now, and again when it is told to.
  public static AccessFile once(Path file) throws IOException {
    return new AccessFile(Watched.once("access-file", new Rules(file, new Listener() {})));
  }

  private record Rules(Path file, Listener listener) implements Watched.Source<AccessList> {
    @Override
    public byte[] content() throws IOException {
      try {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")
            && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
          throw new IOException(file + " may be read by everyone: chmod o-r it");
        }
      } catch (FileSystemException e) {
        throw new IOException(file + " cannot be read: " + e, e);
      }
      return Watched.content(LARGEST, List.of(file));
    }

    @Override
    public AccessList made(byte[] content) throws IOException {
      try {
        AccessList made = AccessListReader.read(content);
        listener.loaded(made.identities().size(), made.keyCount(), made.certificateCount());
        return made;
      } catch (IllegalArgumentException e) {
        throw new IOException(file + ": " + e.getMessage(), e);
      }
    }

    @Override
    public String told(AccessList made) {
      int identities = made.identities().size();
      return identities == 1 ? "1 identity" : identities + " identities";
    }

    @Override
    public void refused(String problem) {
      listener.refused(problem);
    }
  }

  /// What looks at the file, for this module alone.
  @SuppressWarnings("exports")
  public Watched<?> file() {
    return list;
  }

  @Override
  public @Nullable AccessKey key(String accessKeyId) {
    return list.get().key(accessKeyId);
  }

  @Override
  public @Nullable Identity holder(X509Certificate certificate) {
    return list.get().holder(certificate);
  }

  @Override
  public Identity anonymous() {
    return list.get().anonymous();
  }

  /// All that have a name, in the order of the file.
  public List<Identity> identities() {
    return list.get().identities();
  }

  @Override
  public void close() {
    list.close();
  }
}
