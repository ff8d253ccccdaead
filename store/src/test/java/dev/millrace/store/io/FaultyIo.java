package dev.millrace.store.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A [BlockIo] whose requests meet [Fault]s, in front of one that works: what tests of a tier put
/// between it and the disk.
public final class FaultyIo implements BlockIo {
  /// Decides what happens to each request.
  @FunctionalInterface
  public interface Plan {
    Fault next(Kind kind, Path file, long position, int length);
  }

  /// What is asked for.
  public enum Kind {
    CREATE,
    READ,
    WRITE,
    FORCE
  }

  /// What happens.
  public sealed interface Fault {
    /// What was asked for.
    record None() implements Fault {}

    /// Nothing, and an error: EIO, ENOSPC.
    record Failed(Errno errno) implements Fault {}

    /// A read ends after so many bytes, a multiple of [BlockFile#BLOCK].
    record CutShort(int bytes) implements Fault {}

    /// A write does so many bytes, a multiple of [BlockFile#BLOCK], and says that it did all, as
    /// where the power fails.
    record Torn(int bytes) implements Fault {}
  }

  private final BlockIo working;
  private final Plan plan;

  public FaultyIo(BlockIo working, Plan plan) {
    this.working = working;
    this.plan = plan;
  }

  @Override
  public EngineFacts engine() {
    return working.engine();
  }

  @Override
  public BlockFile create(Path file, long size) throws IOException {
    if (plan.next(Kind.CREATE, file, 0, 0) instanceof Fault.Failed(Errno errno)) {
      throw new DeviceException("allocation of %d bytes for %s".formatted(size, file), errno);
    }
    return new FaultyFile(working.create(file, size), plan);
  }

  @Override
  public BlockFile open(Path file) throws IOException {
    return new FaultyFile(working.open(file), plan);
  }

  @Override
  public IoBuffer acquire(int bytes) throws InterruptedException {
    return working.acquire(bytes);
  }

  @Override
  public IoStats stats() {
    return working.stats();
  }

  @Override
  public void close() {
    working.close();
  }

  private record FaultyFile(BlockFile working, Plan plan) implements BlockFile {
    @Override
    public Path path() {
      return working.path();
    }

    @Override
    public long size() {
      return working.size();
    }

    @Override
    public boolean isDirect() {
      return working.isDirect();
    }

    @Override
    public List<String> compromises() {
      return working.compromises();
    }

    @Override
    public void read(long position, IoBuffer into, int offset, int length) throws IOException {
      switch (plan.next(Kind.READ, path(), position, length)) {
        case Fault.None _ -> working.read(position, into, offset, length);
        case Fault.Failed(Errno errno) -> throw new DeviceException("read of " + path(), errno);
        case Fault.CutShort(int bytes) -> {
          if (bytes > 0) {
            working.read(position, into, offset, bytes);
          }
          throw new ShortReadException("read of " + path(), bytes);
        }
        case Fault.Torn _ -> throw new IllegalArgumentException("no read is torn");
      }
    }

    @Override
    public void read(List<Read> reads) throws IOException {
      for (Read read : reads) {
        read(read.position(), read.into(), read.offset(), read.length());
      }
    }

    @Override
    public void write(long position, IoBuffer from, int offset, int length) throws IOException {
      switch (plan.next(Kind.WRITE, path(), position, length)) {
        case Fault.None _ -> working.write(position, from, offset, length);
        case Fault.Failed(Errno errno) -> throw new DeviceException("write of " + path(), errno);
        case Fault.Torn(int bytes) -> {
          if (bytes > 0) {
            working.write(position, from, offset, bytes);
          }
        }
        case Fault.CutShort _ -> throw new IllegalArgumentException("no write is short");
      }
    }

    @Override
    public void force() throws IOException {
      if (plan.next(Kind.FORCE, path(), 0, 0) instanceof Fault.Failed(Errno errno)) {
        throw new DeviceException("fdatasync of " + path(), errno);
      }
      working.force();
    }

    @Override
    public void close() {
      working.close();
    }
  }
}
