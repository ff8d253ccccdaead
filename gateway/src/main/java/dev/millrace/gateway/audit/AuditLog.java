package dev.millrace.gateway.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.gateway.json.JsonLine;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// A file that entries are appended to, an object of JSON in each line.
///
/// An entry is with the system when [#write] returns, and entries are in the order of their
/// writing. A file that was renamed or deleted is left within a second, and another one made in its
/// place. What cannot be written is lost and counted, and nobody waits for it: the log of the
/// gateway says so once, and the file itself how many are missing when it can be written again.
///
/// Safe for use by any number of threads.
public final class AuditLog implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(AuditLog.class.getName());
  private static final long INTERVAL = Duration.ofSeconds(1).toNanos();

  private final @Nullable Path file;
  private final LongAdder written = new LongAdder();
  private final LongAdder lost = new LongAdder();

  private @Nullable OutputStream out;

  /// What tells the open file from another one of its name.
  private @Nullable Object fileKey;

  private long lookedAt;
  private long missing;

  /// Whether there may be a part of a line at the end.
  private boolean isTorn;

  private AuditLog(@Nullable Path file) {
    this.file = file;
  }

  /// One that nothing is written to.
  public static AuditLog none() {
    return new AuditLog(null);
  }

  /// One in `file`, which is made, for its owner alone, if it is missing.
  ///
  /// @throws IOException if it cannot be written
  public static AuditLog open(Path file) throws IOException {
    AuditLog log = new AuditLog(file);
    try {
      log.open();
    } catch (IOException e) {
      throw new IOException("audit-log cannot be written: " + e.getMessage(), e);
    }
    return log;
  }

  /// Whether anything is written.
  public boolean isOn() {
    return file != null;
  }

  /// How many entries there were.
  ///
  /// @param lost how many could not be written
  public record Counts(long written, long lost) {}

  public Counts counts() {
    return new Counts(written.sum(), lost.sum());
  }

  /// An entry, to be completed and written.
  ///
  /// @param event what kind of entry it is
  /// @param outcome what was decided
  public static JsonLine entry(String event, String outcome) {
    return entry(event).add("outcome", outcome);
  }

  private static JsonLine entry(String event) {
    return new JsonLine()
        .add("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString())
        .add("event", event);
  }

  /// Writes an entry.
  public synchronized void write(JsonLine entry) {
    if (file == null) {
      return;
    }
    try {
      OutputStream to = present();
      String line = (isTorn ? "\n" : "") + missed() + entry + "\n";
      isTorn = true;
      to.write(line.getBytes(UTF_8));
      isTorn = false;
      written.increment();
      if (missing > 0) {
        LOG.log(
            System.Logger.Level.WARNING,
            "{0} is written again; {1} entries are lost",
            file,
            missing);
        missing = 0;
      }
    } catch (IOException e) {
      lose(e);
    }
  }

  private String missed() {
    return missing == 0 ? "" : entry("lost").add("entries", missing) + "\n";
  }

  private void lose(IOException cause) {
    lost.increment();
    if (missing++ == 0) {
      LOG.log(
          System.Logger.Level.ERROR,
          "{0} cannot be written; requests are answered, and not written down: {1}",
          file,
          cause.getMessage());
    }
    close();
  }

  /// The file that has the name now, as was looked up a second ago at most.
  private OutputStream present() throws IOException {
    long now = System.nanoTime();
    if (out != null && now - lookedAt >= INTERVAL) {
      lookedAt = now;
      if (!Objects.equals(fileKey, key())) {
        close();
      }
    }
    return out == null ? open() : out;
  }

  private OutputStream open() throws IOException {
    Path path = Objects.requireNonNull(file);
    try {
      Files.createFile(path, ofItsOwner(path));
      isTorn = false;
    } catch (FileAlreadyExistsException _) {
      // It is appended to.
    }
    // Not a channel: that would be closed for all by the interruption of one who writes.
    OutputStream opened = new FileOutputStream(path.toFile(), true);
    out = opened;
    fileKey = key();
    lookedAt = System.nanoTime();
    return opened;
  }

  private static FileAttribute<?>[] ofItsOwner(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private @Nullable Object key() throws IOException {
    try {
      return Files.readAttributes(Objects.requireNonNull(file), BasicFileAttributes.class)
          .fileKey();
    } catch (NoSuchFileException _) {
      return "none";
    }
  }

  @Override
  public synchronized void close() {
    OutputStream open = out;
    out = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException _) {
        // All that was written is with the system.
      }
    }
  }
}
