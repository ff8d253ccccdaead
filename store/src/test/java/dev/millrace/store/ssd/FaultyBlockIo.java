package dev.millrace.store.ssd;

import dev.millrace.store.io.BlockFile;
import dev.millrace.store.io.BlockIo;
import dev.millrace.store.io.DeviceException;
import dev.millrace.store.io.EngineFacts;
import dev.millrace.store.io.Errno;
import dev.millrace.store.io.IoBuffer;
import dev.millrace.store.io.IoConfig;
import dev.millrace.store.io.IoConfig.EngineChoice;
import dev.millrace.store.io.IoStats;
import dev.millrace.store.io.ShortReadException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A real [BlockIo] whose device fails when told to.
public final class FaultyBlockIo implements BlockIo {
  private static final long ALL = Long.MAX_VALUE;

  private final BlockIo real;
  private final AtomicLong bytesLeft = new AtomicLong(ALL);
  private final AtomicInteger writesToFail = new AtomicInteger();
  private volatile @Nullable Errno ofReads;
  private volatile @Nullable Errno ofWrites = Errno.EIO;
  private volatile @Nullable Errno ofCreation;
  private volatile boolean shortReads;

  public FaultyBlockIo(SsdConfig config) throws IOException {
    this.real =
        BlockIo.open(
            IoConfig.defaults()
                .withEngine(EngineChoice.POSITIONAL)
                .withThreads(2)
                .withBuffers(config.buffers()));
  }

  /// Fails all reads from now on; null for none.
  public void failReads(@Nullable Errno errno) {
    ofReads = errno;
  }

  /// Reads find the file's end from now on.
  public void shortenReads(boolean is) {
    shortReads = is;
  }

  /// Fails the next writes.
  public void failWrites(int count, Errno errno) {
    ofWrites = errno;
    writesToFail.set(count);
  }

  /// Fails the making of files from now on; null for none.
  public void failCreation(@Nullable Errno errno) {
    ofCreation = errno;
  }

  /// From now on only so many bytes reach the device, in the order in which they are written. No
  /// write fails for it: so it is when the machine loses its power.
  public void loseAllAfter(long bytes) {
    bytesLeft.set(bytes);
  }

  @Override
  public EngineFacts engine() {
    return real.engine();
  }

  @Override
  public BlockFile create(Path file, long size) throws IOException {
    Errno errno = ofCreation;
    if (errno != null) {
      throw new DeviceException("creation of " + file, errno);
    }
    return new FaultyFile(real.create(file, size));
  }

  @Override
  public BlockFile open(Path file) throws IOException {
    return new FaultyFile(real.open(file));
  }

  @Override
  public IoBuffer acquire(int bytes) throws InterruptedException {
    return real.acquire(bytes);
  }

  @Override
  public IoStats stats() {
    return real.stats();
  }

  @Override
  public void close() {
    real.close();
  }

  private final class FaultyFile implements BlockFile {
    private final BlockFile file;

    FaultyFile(BlockFile file) {
      this.file = file;
    }

    @Override
    public Path path() {
      return file.path();
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public boolean isDirect() {
      return file.isDirect();
    }

    @Override
    public List<String> compromises() {
      return file.compromises();
    }

    @Override
    public void read(long position, IoBuffer into, int offset, int length) throws IOException {
      Errno errno = ofReads;
      if (errno != null) {
        throw new DeviceException("read of " + path(), errno);
      }
      if (shortReads) {
        throw new ShortReadException("read of " + path(), 0);
      }
      file.read(position, into, offset, length);
    }

    @Override
    public void read(List<Read> reads) throws IOException {
      for (Read each : reads) {
        read(each.position(), each.into(), each.offset(), each.length());
      }
    }

    @Override
    public void write(long position, IoBuffer from, int offset, int length) throws IOException {
      Errno errno = ofWrites;
      if (errno != null && writesToFail.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new DeviceException("write of " + path(), errno);
      }
      long left = bytesLeft.getAndUpdate(before -> before == ALL ? ALL : before - length);
      if (left >= length) {
        file.write(position, from, offset, length);
      } else if (left > 0) {
        tear(position, from, offset, (int) left);
      }
    }

    private void tear(long position, IoBuffer from, int offset, int length) throws IOException {
      try (FileChannel channel = FileChannel.open(path(), StandardOpenOption.WRITE)) {
        int _ = channel.write(from.memory().asSlice(offset, length).asByteBuffer(), position);
      }
    }

    @Override
    public void force() throws IOException {
      file.force();
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
