package dev.millrace.s3.transfer;

import dev.millrace.s3.ObjectBody;
import dev.millrace.s3.S3Exception;
import dev.millrace.s3.retry.Retries;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Fetches one part after another, until there are none left: from the network into a buffer, and
/// from there into the file.
///
/// Where a body breaks, it is opened again from the last byte on. Attempts are counted from the
/// last byte that came.
final class Worker implements Runnable {
  static final int BUFFER_SIZE = 256 << 10;

  private final Opener opener;
  private final String etag;
  private final Parts parts;
  private final PartFile file;
  private final Retries retries;
  private final Failure failure;
  private @Nullable Part part;
  private @Nullable ObjectBody body;

  /// @param etag of the version to fetch
  Worker(Opener opener, String etag, Parts parts, PartFile file, Retries retries, Failure failure) {
    this.opener = opener;
    this.etag = etag;
    this.parts = parts;
    this.file = file;
    this.retries = retries;
    this.failure = failure;
  }

  /// Begins with that part, and with what is open already.
  ///
  /// @param open from the start of `first` on
  Worker from(Part first, ObjectBody open) {
    part = first;
    body = open;
    return this;
  }

  @Override
  public void run() {
    try (Arena arena = Arena.ofConfined()) {
      ByteBuffer buffer = arena.allocate(BUFFER_SIZE).asByteBuffer();
      for (Part next = part == null ? parts.next() : part; next != null; next = parts.next()) {
        fetch(next, buffer);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      failure.is(new IOException("interrupted"));
    } catch (IOException | RuntimeException | Error e) {
      failure.is(e);
    }
  }

  private void fetch(Part part, ByteBuffer buffer) throws IOException {
    for (int failures = 0; !part.isFetched(); ) {
      long before = part.rest().offset();
      try {
        copy(part, buffer);
        retries.earn();
      } catch (TargetException e) {
        throw e;
      } catch (IOException e) {
        if (!part.isFetched() && !parts.isStopped()) {
          failures = part.rest().offset() > before ? 1 : failures + 1;
          retries.pauseAfter(failures, named(e));
        }
      }
      if (parts.isStopped()) {
        return;
      }
    }
  }

  private void copy(Part part, ByteBuffer buffer) throws IOException {
    ObjectBody open = body == null ? opener.open(part.rest(), etag) : body;
    body = null;
    try (open) {
      part.fetchedFrom(open);
      for (int count = 0; count >= 0 && !part.isFetched(); ) {
        count = open.read(buffer.clear());
        long position = part.rest().offset();
        buffer.flip().limit(part.claim(buffer.remaining()));
        file.write(buffer, position);
        part.wrote(buffer.rewind());
      }
    } finally {
      part.fetchedFrom(null);
    }
  }

  /// What a failure means in the middle of a download.
  private static IOException named(IOException e) {
    return e instanceof S3Exception answer && (answer.status() == 412 || answer.status() == 404)
        ? new ChangedObjectException(
            "the object was replaced or deleted while it was downloaded (" + e.getMessage() + ")",
            e)
        : e;
  }
}
