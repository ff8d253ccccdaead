package dev.millrace.gateway.slice;

import dev.millrace.store.memory.Value;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A slice that may still be arriving: one thread fills it, any number read.
///
/// The bytes lie in parts of 64 KiB, allocated as they are reached: small enough for the collector
/// to move them like any other object, and a slice that never arrives costs nothing. `available`
/// says how many bytes are there. It is written after the bytes and read before them, and that
/// volatile pair is all that readers of bytes already there ever touch. Only who must wait takes
/// the lock, and the filler takes it after every read to wake them: it publishes, then signals
/// under the lock; a waiter checks under the lock, then sleeps; so no wake-up is lost.
///
/// A slice ends complete or failed, and its bytes never change after that. Once it is complete,
/// they may leave the Java heap ([ArrivedSlices]): whoever reads them goes on elsewhere, and keeps
/// no more of it here than the part that its client is taking in.
final class FetchedSlice implements Slice {
  private static final int PART = 64 * 1024;

  private final int length;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final AtomicInteger readers = new AtomicInteger();
  private volatile int available;
  private Source source = Source.ORIGIN;
  private volatile @Nullable IOException failure;

  /// Null when the bytes have left; then they are in `moved`.
  private volatile byte @Nullable [] @Nullable [] parts;

  private @Nullable Slice moved;

  /// @param length how many bytes the slice will have, at least 1
  FetchedSlice(int length) {
    this.length = length;
    this.parts = new byte[(length + PART - 1) / PART][];
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public Source source() {
    // Written before the first byte is made available, and read after.
    int _ = available;
    return source;
  }

  /// How many bytes are there now, from the first one on.
  int available() {
    return available;
  }

  boolean isComplete() {
    return available == length;
  }

  /// @throws IOException if it will not come; the failure is the same object for all who wait
  @Override
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

  @Override
  public int writeTo(OutputStream out, int from, int to) throws IOException {
    readers.incrementAndGet();
    try {
      return write(out, from, to);
    } finally {
      readers.decrementAndGet();
    }
  }

  private int write(OutputStream out, int from, int to) throws IOException {
    for (int position = from; position < to; ) {
      await(position);
      byte[] part = readable(position);
      if (part == null) {
        return Objects.requireNonNull(moved).writeTo(out, position, to);
      }
      int offset = position % PART;
      int end = Math.min(Math.min(to, available) - position, PART - offset);
      out.write(part, offset, end);
      position += end;
    }
    return to;
  }

  /// The part with a byte that is there; null if the bytes have left.
  private byte @Nullable [] readable(int position) {
    byte @Nullable [] @Nullable [] here = parts;
    return here == null ? null : here[position / PART];
  }

  /// The parts of a complete slice, in their order, as long as the bytes are here.
  List<byte[]> parts() {
    return Arrays.stream(Objects.requireNonNull(parts)).map(Objects::requireNonNull).toList();
  }

  /// Lets the bytes of a complete slice go, which are in `next` as well.
  void moveTo(Slice next) {
    moved = next;
    parts = null;
  }

  /// Whether somebody is writing out what is here.
  boolean isBeingRead() {
    return readers.get() > 0;
  }

  boolean isOnHeap() {
    return parts != null;
  }

  /// Appends what `in` gives until the slice is complete. One thread at a time fills a slice; what
  /// one attempt got stays, and the next goes on from [#available()].
  ///
  /// @throws EOFException if `in` ends first
  void fill(InputStream in) throws IOException {
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

  /// Appends what is written, which is no more than is missing. For the one thread that fills.
  OutputStream filling() {
    return new OutputStream() {
      @Override
      public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) {
        for (int done = 0; done < length; ) {
          int filled = available;
          int count = Math.min(length - done, PART - filled % PART);
          System.arraycopy(bytes, offset + done, part(filled), filled % PART, count);
          done += count;
          available = filled + count;
        }
        wakeReaders();
      }
    };
  }

  /// Says where the next bytes come from. It counts for what is read of the first of them.
  void comesFrom(Source next) {
    if (available == 0) {
      source = next;
    }
  }

  /// Copies all of `value`, which lies on the SSD and is as long as the slice. Nothing is there
  /// yet.
  void fill(Value value) {
    source = Source.SSD;
    for (int filled = 0; filled < length; ) {
      byte[] part = part(filled);
      value.copyTo(filled, part, 0, part.length);
      filled += part.length;
      available = filled;
    }
    wakeReaders();
  }

  /// Tells all who wait that the rest will not come.
  void fail(IOException cause) {
    failure = cause;
    wakeReaders();
  }

  /// The part to put the next byte in.
  private byte[] part(int position) {
    byte @Nullable [] @Nullable [] here = Objects.requireNonNull(parts);
    int index = position / PART;
    byte[] part = here[index];
    if (part == null) {
      part = new byte[Math.min(PART, length - index * PART)];
      here[index] = part;
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
