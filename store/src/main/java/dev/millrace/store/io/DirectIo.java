package dev.millrace.store.io;

import dev.millrace.store.io.Uring.RingSetup;
import dev.millrace.store.libc.FileCalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The [BlockIo] on descriptors: an engine, its buffers, and the files that are open.
///
/// Files take slots in which rings have them registered, as long as there are any.
final class DirectIo implements BlockIo {
  @FunctionalInterface
  private interface Opening {
    OpenedFile open(FileCalls calls) throws DeviceException;
  }

  private final BufferPool buffers;
  private final Engine engine;
  private final Set<DirectFile> files = new HashSet<>();
  private final BitSet slots = new BitSet();
  private boolean closed;

  private DirectIo(BufferPool buffers, Engine engine) {
    this.buffers = buffers;
    this.engine = engine;
  }

  /// Starts the engine that `config` chooses.
  ///
  /// @param kernel makes the rings
  static DirectIo open(IoConfig config, RingSetup kernel) throws IOException {
    BufferPool buffers = new BufferPool(config.buffers());
    try {
      return new DirectIo(buffers, engine(config, buffers, kernel));
    } catch (IOException | RuntimeException | Error e) {
      buffers.close();
      throw e;
    }
  }

  private static Engine engine(IoConfig config, BufferPool buffers, RingSetup kernel)
      throws RingRefusedException {
    return switch (config.engine()) {
      case IO_URING -> UringEngine.open(config, buffers.memory(), kernel);
      case POSITIONAL -> new PositionalEngine(config.threads(), Optional.empty());
      case AUTOMATIC -> {
        try {
          yield UringEngine.open(config, buffers.memory(), kernel);
        } catch (RingRefusedException e) {
          yield new PositionalEngine(config.threads(), Optional.ofNullable(e.getMessage()));
        }
      }
    };
  }

  @Override
  public EngineFacts engine() {
    return engine.facts();
  }

  @Override
  public BlockFile create(Path file, long size) throws IOException {
    if (size <= 0 || size % BlockFile.BLOCK != 0) {
      throw new IllegalArgumentException(
          "a size is a multiple of %d, not %d".formatted(BlockFile.BLOCK, size));
    }
    return attached(file, calls -> OpenedFile.create(calls, file, size));
  }

  @Override
  public BlockFile open(Path file) throws IOException {
    return attached(file, calls -> OpenedFile.open(calls, file));
  }

  private synchronized BlockFile attached(Path path, Opening opening) throws BlockIoException {
    if (closed) {
      throw new ClosedFileException(path);
    }
    try (Arena call = Arena.ofConfined()) {
      FileCalls calls = new FileCalls(call);
      OpenedFile opened = opening.open(calls);
      DirectFile file = new DirectFile(this, engine, opened, freeSlot());
      try {
        engine.attach(file);
      } catch (DeviceException e) {
        // Where it was registered already, that ends with the next file in its slot.
        int _ = calls.close(opened.descriptor());
        throw e;
      }
      if (file.slot() >= 0) {
        slots.set(file.slot());
      }
      files.add(file);
      return file;
    }
  }

  private int freeSlot() {
    int slot = slots.nextClearBit(0);
    return slot < Ring.FILE_SLOTS ? slot : -1;
  }

  /// Takes back a file of which nothing is under way.
  synchronized void closed(DirectFile file) {
    engine.detach(file);
    try (Arena call = Arena.ofConfined()) {
      int _ = new FileCalls(call).close(file.descriptor());
    }
    if (file.slot() >= 0) {
      slots.clear(file.slot());
    }
    files.remove(file);
  }

  @Override
  public IoBuffer acquire(int bytes) throws InterruptedException {
    return buffers.acquire(bytes);
  }

  /// Says that the kernel may write to some buffers at any time from now on.
  void abandonBuffers() {
    buffers.abandon();
  }

  @Override
  public IoStats stats() {
    return engine.stats();
  }

  /// The files are closed without the lock on this, which each takes after its own.
  @Override
  public void close() {
    List<DirectFile> open;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      open = List.copyOf(files);
    }
    open.forEach(DirectFile::close);
    engine.close();
    buffers.close();
  }
}
