package dev.millrace.gateway.command;

import dev.millrace.s3.ListedObject;
import dev.millrace.s3.S3Client;
import dev.millrace.s3.transfer.DownloadOptions;
import dev.millrace.s3.transfer.Downloader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/// The download of all objects below a prefix into a folder, each by its key without the prefix.
///
/// The listing runs ahead of the downloads, so that soon it is known how much there is; each object
/// listed has a virtual thread, most of which wait for their turn. An object that fails is told of
/// in a line, and does not stop the others.
final class PrefixDownload {
  /// Small objects are fetched one at a time each, and most of their time is waiting.
  private static final int AT_ONCE = 8;

  /// How far the listing may be ahead.
  private static final int BACKLOG = 10_000;

  private final S3Client client;
  private final DownloadOptions options;
  private final Diagnosis diagnosis;
  private final ProgressLine progress;
  private final Path folder;
  private final Semaphore turns = new Semaphore(AT_ONCE, true);
  private final Semaphore backlog = new Semaphore(BACKLOG);
  private final AtomicLong present = new AtomicLong();
  private final AtomicLong fetched = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  PrefixDownload(
      S3Client client,
      DownloadOptions options,
      Diagnosis diagnosis,
      ProgressLine progress,
      Path folder) {
    this.client = client;
    this.options = options;
    this.diagnosis = diagnosis;
    this.progress = progress;
    this.folder = folder;
  }

  /// What a download came to, in objects.
  ///
  /// @param present that were there already
  /// @param failed refused ones included
  record Outcome(long fetched, long present, long failed) {}

  /// Downloads all objects whose keys begin with `prefix`, which is empty or ends in `/`.
  ///
  /// @throws IOException where they cannot be listed to the end
  Outcome of(String bucket, String prefix) throws IOException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Iterator<ListedObject> objects = client.list(bucket, prefix).iterator();
      while (objects.hasNext()) {
        ListedObject object = objects.next();
        backlog.acquire();
        ProgressLine.Item item = progress.add(object.size());
        threads.execute(
            () -> handle(bucket, object, object.key().substring(prefix.length()), item));
      }
      progress.complete();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
    return new Outcome(fetched.get(), present.get(), failed.get());
  }

  private void handle(String bucket, ListedObject object, String name, ProgressLine.Item item) {
    AtomicLong outcome = failed;
    try {
      turns.acquire();
      try {
        outcome = fetch(bucket, object, name, item) ? fetched : present;
      } finally {
        turns.release();
      }
    } catch (CommandFailure e) {
      report(e);
    } catch (IOException e) {
      report(diagnosis.failure("s3://" + bucket + "/" + object.key(), e));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      outcome.incrementAndGet();
      item.end();
      backlog.release();
    }
  }

  /// @param name the key without the prefix
  /// @return false where there was nothing to do
  private boolean fetch(String bucket, ListedObject object, String name, ProgressLine.Item item)
      throws IOException {
    boolean isFolder = object.size() == 0 && (name.isEmpty() || name.endsWith("/"));
    String path = isFolder && !name.isEmpty() ? name.substring(0, name.length() - 1) : name;
    Path file =
        path.isEmpty() && isFolder
            ? folder
            : KeyPath.in(folder, path).orElseThrow(() -> refusal(object.key()));
    if (isFolder) {
      make(file);
      return false;
    }
    if (options.resume() && isPresent(object, file)) {
      return false;
    }
    make(file.getParent() == null ? folder : file.getParent());
    new Downloader(client, options.withProgress(item)).download(bucket, object.key(), file);
    return true;
  }

  /// Whether an earlier run has finished the file: since it bears its name, it is whole, and was
  /// after the object was stored.
  private static boolean isPresent(ListedObject object, Path file) throws IOException {
    return Files.isRegularFile(file)
        && Files.size(file) == object.size()
        && Files.getLastModifiedTime(file).toInstant().isAfter(object.lastModified());
  }

  private static void make(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new CommandFailure(
          "cannot make the folder "
              + folder
              + ": "
              + e.getClass().getSimpleName()
              + " "
              + e.getMessage()
              + "; mend that or name another FOLDER",
          e);
    }
  }

  private static CommandFailure refusal(String key) {
    return new CommandFailure(
        "the key \"" + key + "\" does not name a file below the folder; get it alone, with a FILE",
        null);
  }

  private void report(CommandFailure failure) {
    if (!Thread.currentThread().isInterrupted()) {
      progress.say(Millrace.NAME + ": " + printable(String.valueOf(failure.getMessage())));
    }
  }

  /// In a line whatever the key.
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
