package dev.millrace.s3.transfer;

import dev.millrace.s3.ByteRange;
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
    for (int failures = 0; !part.isFetched() && !parts.isStopped(); ) {
      long before = part.rest().offset();
      try {
        copy(part, buffer);
        retries.earn();
      } catch (TargetException | ChangedObjectException e) {
        throw e;
      } catch (IOException e) {
        if (!part.isFetched() && !parts.isStopped()) {
          long received = part.rest().offset() - before;
          failures = received > 0 ? 1 : failures + 1;
          retries.pauseAfterBreak(failures, received, e);
        }
      }
    }
  }

  private void copy(Part part, ByteBuffer buffer) throws IOException {
    ObjectBody first = body;
    body = null;
    try (ObjectBody open = first == null ? open(part) : first) {
      if (open == null) {
        return;
      }
      part.awaits(open::abort);
      while (!part.isFetched() && open.read(buffer.clear()) >= 0) {
        long position = part.rest().offset();
        buffer.flip().limit(part.claim(buffer.remaining()));
        file.write(buffer, position);
        part.wrote(buffer.rewind());
      }
    } finally {
      part.awaitsNothing();
    }
  }

  /// Opens what is left of `part`; null where that is nothing any more.
  private @Nullable ObjectBody open(Part part) throws IOException {
    ByteRange rest = part.rest();
    if (rest.length() == 0) {
      return null;
    }
    part.awaits(Thread.currentThread()::interrupt);
    try {
      ObjectBody open = opener.open(rest, etag);
      if (open.range().length() < rest.length()) {
        open.close();
        throw changed("it has %d bytes now".formatted(open.facts().size()), null);
      }
      return open;
    } catch (S3Exception e) {
      throw switch (e.status()) {
        case 404, 412, 416 -> changed(e.getMessage(), e);
        default -> e;
      };
    } finally {
      if (part.awaitsNothing()) {
        // The interrupt has done its work, and would close the file with the next write.
        Thread.interrupted();
      }
    }
  }

  private static ChangedObjectException changed(@Nullable String how, @Nullable IOException cause) {
    return new ChangedObjectException(
        "the object was replaced or deleted while it was downloaded (" + how + ")", cause);
  }
}
