package dev.millrace.gateway.renewal;

import dev.millrace.gateway.watch.Watch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// What is made of files, and made anew when they hold something else: they are looked at every
/// second, by content, so that it makes no difference whether they are written, moved or linked
/// anew.
///
/// A change is taken when it is found twice in a row, so that one half written is not. What cannot
/// be read, or makes no sense, changes nothing; the log says so, once, and it is tried again.
///
/// Safe for use by any number of threads.
public final class Watched<T> implements Renewable, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Watched.class.getName());
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final String name;
  private final Source<T> source;
  private final LongAdder taken = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private volatile T value;

  /// A digest of what the value is made of: that may be a key, which is not to lie around.
  private byte[] basis;

  /// That of what was read last.
  private byte[] seen;

  private String trouble = "";
  private @Nullable Watch watch;

  /// Files, and what is made of them.
  public interface Source<T> {
    /// All that they hold.
    ///
    /// @throws IOException if they cannot be read; the message is one line that says why
    byte[] content() throws IOException;

    /// What `content` means.
    ///
    /// @throws IOException if it makes no sense; the message is one line that says why, and so is
    ///   that of an unchecked exception
    T made(byte[] content) throws IOException;

    /// What the files hold now cannot be used. Told once, until it is another problem.
    default void refused(String problem) {}

    /// What else there is to say of what was made last; nothing for some.
    default String told(T made) {
      return "";
    }
  }

  /// What came of a look at the files.
  public sealed interface Outcome {
    /// They hold what they held.
    record Unchanged() implements Outcome {}

    /// What they hold now is in use.
    ///
    /// @param told what else there is to say of that; nothing for some
    record Taken(String told) implements Outcome {}

    /// What they hold now cannot be used.
    record Refused(String problem) implements Outcome {}
  }

  private Watched(String name, Source<T> source) throws IOException {
    this.name = name;
    this.source = source;
    byte[] content = source.content();
    this.basis = digest(content);
    this.seen = basis;
    this.value = source.made(content);
  }

  /// Reads the files now, and from now on.
  ///
  /// @param name what the log and metrics call it
  /// @throws IOException if what they hold cannot be used
  public static <T> Watched<T> open(String name, Source<T> source) throws IOException {
    Watched<T> opened = once(name, source);
    opened.watch = Watch.begin(name, INTERVAL, opened::look);
    return opened;
  }

  /// Reads the files now, and again when it is told to.
  public static <T> Watched<T> once(String name, Source<T> source) throws IOException {
    return new Watched<>(name, source);
  }

  /// All that `files` hold, one after the other.
  ///
  /// @param largest how many bytes each may have
  public static byte[] content(int largest, Collection<Path> files) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Path file : files) {
      try {
        if (Files.size(file) > largest) {
          throw new IOException(file + " is too large");
        }
        // What moves from one file to the next is a change, too.
        if (all.size() > 0) {
          all.write(0);
        }
        all.writeBytes(Files.readAllBytes(file));
      } catch (FileSystemException e) {
        throw new IOException(file + " cannot be read: " + e, e);
      }
    }
    return all.toByteArray();
  }

  @Override
  public String name() {
    return name;
  }

  /// What is made of what the files held last that could be used.
  public T get() {
    return value;
  }

  /// How often something was taken, other than at first.
  public long taken() {
    return taken.sum();
  }

  /// How often something began to be wrong.
  public long refused() {
    return refused.sum();
  }

  @Override
  public Outcome refresh() {
    return look(true);
  }

  /// Looks at the files, and takes what they have held at the last look, too.
  public Outcome look() {
    return look(false);
  }

  private synchronized Outcome look(boolean isSettled) {
    try {
      byte[] content = source.content();
      byte[] found = digest(content);
      boolean isTaken = isSettled || Arrays.equals(found, seen);
      seen = found;
      if (Arrays.equals(found, basis) || !isTaken) {
        if (isTaken) {
          settled(System.Logger.Level.TRACE, "{0} is again what it was", "");
        }
        return new Outcome.Unchanged();
      }
      value = source.made(content);
      basis = found;
      taken.increment();
      String told = source.told(value);
      settled(
          System.Logger.Level.INFO,
          "{0} holds as it is now" + (told.isEmpty() ? "" : ": {1}"),
          told);
      return new Outcome.Taken(told);
    } catch (IOException | RuntimeException e) {
      // What is closed while it reads has found nothing wrong.
      return Thread.currentThread().isInterrupted()
          ? new Outcome.Unchanged()
          : refused(e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  /// There is no problem any more: whoever was warned of one hears that, too.
  ///
  /// @param quietly at which level to say it where there was none
  private void settled(System.Logger.Level quietly, String said, String told) {
    LOG.log(trouble.isEmpty() ? quietly : System.Logger.Level.WARNING, said, name, told);
    trouble = "";
  }

  private static byte[] digest(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private Outcome refused(String problem) {
    if (!problem.equals(trouble)) {
      trouble = problem;
      refused.increment();
      LOG.log(System.Logger.Level.WARNING, "going on with {0} as it was: {1}", name, problem);
      source.refused(problem);
    }
    return new Outcome.Refused(problem);
  }

  /// Looks no more.
  @Override
  public void close() {
    if (watch != null) {
      watch.close();
    }
  }
}
