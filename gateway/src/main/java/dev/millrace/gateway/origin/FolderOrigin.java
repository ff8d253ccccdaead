package dev.millrace.gateway.origin;

import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.s3.ObjectFacts;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLConnection;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// A folder served as one bucket: the regular files below it are the objects, their paths the keys.
///
/// A file's ETag is made of its identity, size and modification time. It is read anew after every
/// read, so bytes of a file that changed meanwhile are refused. Symbolic links are no objects, and
/// a key reaches nothing outside the folder; whoever may write to the folder is trusted.
public final class FolderOrigin implements Origin {
  private final String bucket;
  private final Path root;

  /// @param root an existing folder
  public FolderOrigin(String bucket, Path root) throws IOException {
    this.bucket = bucket;
    this.root = root.toRealPath();
  }

  @Override
  public ObjectFacts facts(ObjectName name) throws IOException {
    Path file = resolve(name);
    BasicFileAttributes attributes = attributes(name, file);
    String type = URLConnection.guessContentTypeFromName(file.getFileName().toString());
    return new ObjectFacts(
        attributes.size(),
        etag(attributes),
        lastModified(attributes),
        Map.of("content-type", type == null ? "application/octet-stream" : type));
  }

  @Override
  public InputStream open(ObjectName name, String etag, long offset, long length)
      throws IOException {
    Path file = resolve(name);
    requireVersion(name, file, etag);
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)
              .position(offset);
      return new VersionedInputStream(
          Channels.newInputStream(channel), length, () -> requireVersion(name, file, etag));
    } catch (IOException e) {
      throw explained(name, e);
    }
  }

  @Override
  public byte[] list(String bucket, SequencedMap<String, String> query) throws IOException {
    requireBucket(bucket);
    return FolderListing.of(bucket, root, query);
  }

  @Override
  public void probe() throws IOException {
    if (!Files.isReadable(root)) {
      throw new AccessDeniedException(root.toString());
    }
  }

  /// The entity tag of a file in the state that `attributes` describe.
  static String etag(BasicFileAttributes attributes) {
    Instant modified = attributes.lastModifiedTime().toInstant();
    return "\"%x-%x%08x-%x\""
        .formatted(
            attributes.fileKey() == null ? 0 : attributes.fileKey().hashCode(),
            modified.getEpochSecond(),
            modified.getNano(),
            attributes.size());
  }

  static Instant lastModified(BasicFileAttributes attributes) {
    return attributes.lastModifiedTime().toInstant().truncatedTo(ChronoUnit.SECONDS);
  }

  /// Whether a key is written the one way that a path below a folder can be.
  private static boolean isPlainPath(ObjectName name) {
    String key = name.key();
    return !name.hasDotSegment()
        && !key.contains("//")
        && !key.startsWith("/")
        && !key.endsWith("/")
        && key.indexOf('\0') < 0;
  }

  private Path resolve(ObjectName name) throws IOException {
    requireBucket(name.bucket());
    if (!isPlainPath(name)) {
      throw noSuchKey(name, null);
    }
    try {
      Path file = root.resolve(name.key());
      if (!file.toRealPath().equals(file)) {
        throw noSuchKey(name, null);
      }
      return file;
    } catch (InvalidPathException e) {
      throw noSuchKey(name, e);
    } catch (IOException e) {
      throw explained(name, e);
    }
  }

  private void requireBucket(String asked) throws OriginException {
    if (!asked.equals(bucket)) {
      throw new OriginException(Reason.NO_SUCH_BUCKET, "no bucket " + asked, null);
    }
  }

  private static BasicFileAttributes attributes(ObjectName name, Path file) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(file, BasicFileAttributes.class);
    } catch (IOException e) {
      throw explained(name, e);
    }
    if (!attributes.isRegularFile()) {
      throw noSuchKey(name, null);
    }
    return attributes;
  }

  private static void requireVersion(ObjectName name, Path file, String etag) throws IOException {
    if (!etag(attributes(name, file)).equals(etag)) {
      throw new OriginException(Reason.CHANGED, name.key() + " has changed", null);
    }
  }

  private static IOException explained(ObjectName name, IOException e) {
    return switch (e) {
      case OriginException known -> known;
      case NoSuchFileException _, NotDirectoryException _ -> noSuchKey(name, e);
      case AccessDeniedException _ ->
          new OriginException(Reason.ACCESS_DENIED, name.key() + " cannot be read", e);
      case FileSystemException tooLong when "File name too long".equals(tooLong.getReason()) ->
          noSuchKey(name, e);
      default -> e;
    };
  }

  private static OriginException noSuchKey(ObjectName name, @Nullable Exception cause) {
    return new OriginException(Reason.NO_SUCH_KEY, "no object " + name.key(), cause);
  }
}
