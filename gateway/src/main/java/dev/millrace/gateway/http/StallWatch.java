package dev.millrace.gateway.http;

import dev.millrace.gateway.watch.Watch;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Lets go of clients that stop taking in what they asked for, or sending what they announced.
///
/// A blocking write to a socket has no timeout, and a client that reads nothing would hold its
/// thread and its slices for as long as it likes. So every write says when it began, and one thread
/// looks at all of them every now and then: the writer of a write that has taken too long is
/// interrupted, which closes its socket. Waiting for the origin is not writing, and does not count.
/// A piece of a body that is awaited is watched like a write: a timeout of the socket would begin
/// anew with every byte.
///
/// A write costs an insertion into a map and a removal. Safe for use by any number of threads.
public final class StallWatch implements AutoCloseable {
  /// The most that one write hands over: a client slower than this in the time allowed is stalled.
  static final int PIECE = 64 * 1024;

  private final Set<Write> writes = ConcurrentHashMap.newKeySet();
  private static final Duration LONGEST_PERIOD = Duration.ofSeconds(1);

  private volatile long nanos;
  private final Watch watch;

  /// @param patience how long a client may take for 64 KiB
  public StallWatch(Duration patience) {
    this.nanos = patience.toNanos();
    this.watch = Watch.begin("stalls", this::period, this::look);
  }

  /// From now on a client may take so long for 64 KiB.
  public void renew(Duration patience) {
    nanos = patience.toNanos();
  }

  /// A stream whose writes to `out` are watched, by and for the thread that calls this.
  OutputStream watched(OutputStream out) {
    return new WatchedStream(out);
  }

  /// Watches `write`, which the calling thread does at once, as one write.
  public void watch(Runnable write) {
    Write begun = begun();
    try {
      write.run();
    } finally {
      writes.remove(begun);
    }
  }

  /// Fills `piece`, for which a client has the time of one write.
  ///
  /// @return how much there was until the end of `in`, if that came before
  int fill(InputStream in, byte[] piece) throws IOException {
    Write begun = begun();
    try {
      return in.readNBytes(piece, 0, piece.length);
    } finally {
      writes.remove(begun);
    }
  }

  private Write begun() {
    Write write = new Write(Thread.currentThread(), System.nanoTime());
    writes.add(write);
    return write;
  }

  @Override
  public void close() {
    watch.close();
  }

  private Duration period() {
    return Duration.ofNanos(Math.min(nanos / 4, LONGEST_PERIOD.toNanos()));
  }

  private void look() {
    long now = System.nanoTime();
    for (Write write : writes) {
      if (now - write.began > nanos) {
        write.writer.interrupt();
      }
    }
  }

  private record Write(Thread writer, long began) {}

  private final class WatchedStream extends FilterOutputStream {
    WatchedStream(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      for (int done = 0; done < length; done += PIECE) {
        Write write = begun();
        try {
          out.write(bytes, offset + done, Math.min(PIECE, length - done));
        } finally {
          writes.remove(write);
        }
      }
    }
  }
}
