package dev.millrace.gateway.slice;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A run of bytes of an object that may still be arriving: one thread fills it, any number read.
///
/// The bytes lie in parts of 256 KiB, allocated as they are reached: small enough for the collector
/// to move them like any other object, and a slice that never arrives costs nothing. `available`
/// says how many bytes are there. It is written after the bytes and read before them, and that
/// volatile pair is all that readers of bytes already there ever touch. Only who must wait takes
/// the lock, and the filler takes it after every read to wake them: it publishes, then signals
/// under the lock; a waiter checks under the lock, then sleeps; so no wake-up is lost.
///
/// A slice ends complete or failed, and never changes after that.
public final class Slice {
  private static final int PART = 256 * 1024;

  private final int length;
  private final byte[] @Nullable [] parts;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private volatile int available;
  private volatile @Nullable IOException failure;

  /// @param length how many bytes the slice will have, at least 1
  public Slice(int length) {
    this.length = length;
    this.parts = new byte[(length + PART - 1) / PART][];
  }

  public int length() {
    return length;
  }

  /// How many bytes are there now, from the first one on.
  public int available() {
    return available;
  }

  public boolean isComplete() {
    return available == length;
  }

  /// Waits until byte `position` is there.
  ///
  /// @throws IOException if it will not come; the failure is the same object for all who wait
  public void await(int position) throws IOException {
    if (available > position) {
      return;
    }
    lock.lock();
    try {
      while (available <= position) {
        IOException cause = failure;
        if (cause != null) {
          throw cause;
        }
        arrived.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a slice");
    } finally {
      lock.unlock();
    }
  }

  /// Writes the bytes from `from` up to but without `to`, each as soon as it is there.
  public void writeTo(OutputStream out, int from, int to) throws IOException {
    for (int position = from; position < to; ) {
      await(position);
      int offset = position % PART;
      int end = Math.min(Math.min(to, available) - position, PART - offset);
      out.write(part(position), offset, end);
      position += end;
    }
  }

  /// Appends what `in` gives until the slice is complete. One thread at a time fills a slice; what
  /// one attempt got stays, and the next goes on from [#available()].
  ///
  /// @throws EOFException if `in` ends first
  public void fill(InputStream in) throws IOException {
    int filled = available;
    while (filled < length) {
      int offset = filled % PART;
      int read = in.read(part(filled), offset, Math.min(PART - offset, length - filled));
      if (read < 0) {
        throw new EOFException("the origin broke off after " + filled + " of " + length + " bytes");
      }
      filled += read;
      available = filled;
      wakeReaders();
    }
  }

  /// Tells all who wait that the rest will not come.
  public void fail(IOException cause) {
    failure = cause;
    wakeReaders();
  }

  private byte[] part(int position) {
    int index = position / PART;
    byte[] part = parts[index];
    if (part == null) {
      part = new byte[Math.min(PART, length - index * PART)];
      parts[index] = part;
    }
    return part;
  }

  private void wakeReaders() {
    lock.lock();
    try {
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
