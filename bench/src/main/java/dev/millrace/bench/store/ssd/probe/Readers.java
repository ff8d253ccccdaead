package dev.millrace.bench.store.ssd.probe;

import dev.millrace.store.io.BlockFile;
import dev.millrace.store.io.BlockIo;
import dev.millrace.store.io.IoBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;

/// Virtual threads that read at random for a while.
record Readers(BlockIo io, BlockFile file) {
  /// How many reads ended: at least one of each caller.
  long run(Load load, long nanos) throws IOException, InterruptedException {
    long end = System.nanoTime() + nanos;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> counts = new ArrayList<>();
      for (int i = 0; i < load.callers(); i++) {
        counts.add(threads.submit(() -> load.batch() == 1 ? one(load, end) : batch(load, end)));
      }
      long sum = 0;
      for (Future<Long> count : counts) {
        sum += count.get();
      }
      return sum;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private long one(Load load, long end) throws IOException, InterruptedException {
    long count = 0;
    try (IoBuffer buffer = io.acquire(load.bytes())) {
      do {
        file.read(position(load), buffer, load.bytes());
        count++;
      } while (System.nanoTime() - end < 0);
    }
    return count;
  }

  private long batch(Load load, long end) throws IOException, InterruptedException {
    long count = 0;
    List<IoBuffer> buffers = new ArrayList<>();
    try {
      for (int i = 0; i < load.batch(); i++) {
        buffers.add(io.acquire(load.bytes()));
      }
      do {
        file.read(
            buffers.stream()
                .map(buffer -> new BlockFile.Read(position(load), buffer, 0, load.bytes()))
                .toList());
        count += load.batch();
      } while (System.nanoTime() - end < 0);
    } finally {
      buffers.forEach(IoBuffer::close);
    }
    return count;
  }

  private long position(Load load) {
    return ThreadLocalRandom.current().nextLong(file.size() / load.bytes()) * load.bytes();
  }
}
