package dev.millrace.store.io;

import java.util.List;

/// How files are read and written.
///
/// @param engine which engine works
/// @param queues how many rings there are with io_uring, each with a thread; at least 1
/// @param entries how many requests a ring has under way at most, a power of two from 2 to 4096;
///   more wait their turn
/// @param threads how many threads read and write without io_uring; at least 1
/// @param buffers the memory to read into and to write from: the sum of all, at most 1 GiB, is held
///   from the start, and there is never more
public record IoConfig(
    EngineChoice engine, int queues, int entries, int threads, List<BufferClass> buffers) {
  private static final int MOST_ENTRIES = 4096;

  /// What a ring registers as one.
  private static final long MOST_BUFFER_BYTES = 1 << 30;

  private static final int BLOCK = BlockFile.BLOCK;

  /// Which engine works.
  public enum EngineChoice {
    /// io_uring where the kernel lets us, else positional calls.
    AUTOMATIC,
    /// io_uring, or none.
    IO_URING,
    /// pread and pwrite on a few threads.
    POSITIONAL
  }

  /// Buffers of one size.
  ///
  /// @param bytes the size of each, a multiple of [BlockFile#BLOCK]
  /// @param count how many there are, at least 1
  public record BufferClass(int bytes, int count) {
    public BufferClass {
      if (bytes < BLOCK || bytes % BLOCK != 0) {
        throw new IllegalArgumentException(
            "a buffer has a multiple of %d bytes, not %d".formatted(BLOCK, bytes));
      }
      atLeastOne("buffers", count);
    }

    /// The bytes of all of them.
    long total() {
      return (long) bytes * count;
    }
  }

  public IoConfig {
    atLeastOne("queues", queues);
    atLeastOne("threads", threads);
    if (Integer.bitCount(entries) != 1 || entries < 2 || entries > MOST_ENTRIES) {
      throw new IllegalArgumentException(
          "entries are a power of two from 2 to %d, not %d".formatted(MOST_ENTRIES, entries));
    }
    if (buffers.isEmpty()) {
      throw new IllegalArgumentException("no buffers");
    }
    buffers = List.copyOf(buffers);
    long bytes = buffers.stream().mapToLong(BufferClass::total).sum();
    if (bytes > MOST_BUFFER_BYTES) {
      throw new IllegalArgumentException(
          "buffers of %d bytes are more than %d".formatted(bytes, MOST_BUFFER_BYTES));
    }
  }

  /// A ring per core; 45 MiB of buffers: of one block, of 64 KiB, and of 1 MiB and one block.
  public static IoConfig defaults() {
    return new IoConfig(
        EngineChoice.AUTOMATIC,
        Runtime.getRuntime().availableProcessors(),
        256,
        16,
        List.of(
            new BufferClass(BLOCK, 1024),
            new BufferClass(64 << 10, 128),
            new BufferClass((1 << 20) + BLOCK, 32)));
  }

  public IoConfig withEngine(EngineChoice other) {
    return new IoConfig(other, queues, entries, threads, buffers);
  }

  public IoConfig withQueues(int other) {
    return new IoConfig(engine, other, entries, threads, buffers);
  }

  public IoConfig withEntries(int other) {
    return new IoConfig(engine, queues, other, threads, buffers);
  }

  public IoConfig withThreads(int other) {
    return new IoConfig(engine, queues, entries, other, buffers);
  }

  public IoConfig withBuffers(List<BufferClass> others) {
    return new IoConfig(engine, queues, entries, threads, others);
  }

  private static void atLeastOne(String what, int count) {
    if (count < 1) {
      throw new IllegalArgumentException("%s: %d is too few".formatted(what, count));
    }
  }
}
