package dev.millrace.bench.s3.link.proxy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/// One direction of a connection: one thread reads and notes when what it has read arrives, another
/// waits for that and writes.
///
/// What is on its way is bounded, by the bytes of [#CHUNKS] of 64 KiB: what a link of 50 MB/s holds
/// for 10 ms (500 kB), and enough beside that for a thread that wakes up some 30 ms late to catch
/// up.
final class Lane {
  static final int CHUNKS = 32;

  private final SocketChannel from;
  private final SocketChannel to;
  private final Timetable timetable;
  private final Chunks chunks;
  private final Relay relay;
  private final Semaphore room = new Semaphore(CHUNKS * Chunks.BYTES);
  private final BlockingQueue<Item> underWay = new LinkedBlockingQueue<>();

  /// What arrives, and at what [System#nanoTime()].
  private sealed interface Item {
    long arrival();
  }

  private record Bytes(ByteBuffer chunk, long arrival) implements Item {}

  private record End(long arrival) implements Item {}

  private record Reset(long arrival) implements Item {}

  /// @param opensAt the time before which nothing enters
  Lane(
      SocketChannel from, SocketChannel to, Terms terms, long opensAt, Chunks chunks, Relay relay) {
    this.from = from;
    this.to = to;
    this.timetable = new Timetable(terms, opensAt);
    this.chunks = chunks;
    this.relay = relay;
  }

  /// Reads until the sender's end, which travels as its bytes do, and so does a reset.
  void read() {
    try {
      for (Item item = next(); ; item = next()) {
        underWay.add(item);
        if (item instanceof End) {
          return;
        }
      }
    } catch (IOException _) {
      underWay.add(new Reset(timetable.arrival(System.nanoTime(), 0)));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      relay.reset();
    }
  }

  private Item next() throws IOException, InterruptedException {
    room.acquire(Chunks.BYTES);
    ByteBuffer chunk = chunks.take();
    int count = from.read(chunk);
    long now = System.nanoTime();
    if (count < 0) {
      chunks.give(chunk);
      return new End(timetable.arrival(now, 0));
    }
    room.release(Chunks.BYTES - count);
    return new Bytes(chunk.flip(), timetable.arrival(now, count));
  }

  /// Writes what has arrived, until the end. A receiver that is gone is the end of both directions.
  void write() {
    try {
      for (boolean ended = false; !ended; ) {
        ended = deliver(awaitArrival());
      }
    } catch (IOException _) {
      relay.reset();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      relay.reset();
    } finally {
      relay.ended();
    }
  }

  private Item awaitArrival() throws InterruptedException {
    Item item = underWay.take();
    for (long left = item.arrival() - System.nanoTime();
        left > 0;
        left = item.arrival() - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    return item;
  }

  private boolean deliver(Item item) throws IOException {
    switch (item) {
      case Bytes(ByteBuffer chunk, _) -> {
        while (chunk.hasRemaining()) {
          to.write(chunk);
        }
        room.release(chunk.limit());
        chunks.give(chunk);
        return false;
      }
      case End _ -> {
        to.shutdownOutput();
        return true;
      }
      case Reset _ -> {
        relay.reset();
        return true;
      }
    }
  }
}
