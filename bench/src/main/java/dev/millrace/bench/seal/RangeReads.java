package dev.millrace.bench.seal;

import dev.millrace.seal.Binding;
import dev.millrace.seal.ByteSource;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.Opener;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.SealedReader;
import dev.millrace.seal.Sealer;
import dev.millrace.seal.SealingChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// 4 KB out of a sealed file, anywhere in it, while the page cache has the file. For one thread.
final class RangeReads implements AutoCloseable {
  private static final int READS = 200;

  /// What is done for each 4 KB.
  enum Way {
    /// Opens the container, as a process would that comes anew, and reads.
    OPENING,
    /// Reads from a container that is open.
    OPEN,
    /// Reads from the file as it is: so much is the system's.
    PLAIN
  }

  private final Opener opener;
  private final FileChannel file;
  private final SealedReader reader;
  private final SplittableRandom random = new SplittableRandom(9);
  private final ByteBuffer into = ByteBuffer.allocate(4096);

  /// Seals a file.
  ///
  /// @param content what it is made of, again and again
  RangeReads(Path path, byte[] content, long size) throws IOException {
    Keyring keys = Keyring.parse(List.of(Keyring.newKey()));
    opener = new Opener(keys);
    file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try (SealingChannel to =
        new Sealer(SealConfig.standard(), keys).sealing(file, Binding.none())) {
      for (long done = 0; done < size; done += content.length) {
        boolean _ = to.write(ByteBuffer.wrap(content)) > 0;
      }
      boolean _ = to.finish() > 0;
    }
    reader = opener.reader(ByteSource.of(file), Binding.none());
  }

  /// Reads some hundred times.
  ///
  /// @return the longest of the reads but for a hundredth of them, in microseconds
  double p99(Way way) throws IOException {
    double[] micros = new double[READS];
    for (int i = 0; i < READS; i++) {
      long start = System.nanoTime();
      read(way);
      micros[i] = (System.nanoTime() - start) / 1e3;
    }
    Arrays.sort(micros);
    return micros[READS * 99 / 100 - 1];
  }

  private void read(Way way) throws IOException {
    into.clear();
    switch (way) {
      case OPENING -> {
        SealedReader fresh = opener.reader(ByteSource.of(file), Binding.none());
        boolean _ = fresh.read(position(fresh.size()), into) > 0;
      }
      case OPEN -> {
        boolean _ = reader.read(position(reader.size()), into) > 0;
      }
      case PLAIN -> {
        boolean _ = file.read(into, position(file.size())) > 0;
      }
    }
  }

  private long position(long size) {
    return random.nextLong(size - into.capacity());
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
