package dev.millrace.bench.store.memory.side;

import dev.millrace.bench.store.Stamp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.caffinitas.ohc.CacheSerializer;
import org.caffinitas.ohc.DirectValueAccess;
import org.caffinitas.ohc.Eviction;
import org.caffinitas.ohc.OHCache;
import org.caffinitas.ohc.OHCacheBuilder;

/// OHC, as a cache that evicts what was least recently used, which of its ways to evict costs it
/// least. Entries do not expire; its tables are as large as they need be, so that they never grow;
/// segments are as many as it chooses itself, two for each core. Memory of single entries comes
/// from the C library by Unsafe (`org.caffinitas.ohc.allocator`), for which it says that JNA takes
/// longer.
record OhcContender(OHCache<byte[], byte[]> cache, Access access) implements ByteKeyed {
  private static final int SEGMENTS =
      Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1) << 1;

  /// How many chunks each segment has: it evicts a whole one at a time.
  private static final int CHUNKS = 32;

  /// How a value is read.
  enum Access {
    /// Into an array that the cache makes.
    COPY,
    /// In place, through a buffer that the entry stays for until it is closed.
    DIRECT
  }

  /// Memory of its own for each entry.
  static OhcContender linked(Shape shape, Access access) {
    return new OhcContender(builder(shape).build(), access);
  }

  /// Entries one after the other in large chunks.
  static OhcContender chunked(Shape shape) {
    long chunk = Long.highestOneBit(shape.capacity() / SEGMENTS / CHUNKS);
    return new OhcContender(builder(shape).chunkSize((int) chunk).build(), Access.COPY);
  }

  private static OHCacheBuilder<byte[], byte[]> builder(Shape shape) {
    return OHCacheBuilder.<byte[], byte[]>newBuilder()
        .keySerializer(new Bytes())
        .valueSerializer(new Bytes())
        .capacity(shape.capacity())
        .segmentCount(SEGMENTS)
        .hashTableSize(Integer.highestOneBit(shape.entries() / SEGMENTS) << 1)
        .eviction(Eviction.LRU)
        .throwOOME(true);
  }

  @Override
  public long read(byte[] key, byte[] room) {
    return switch (access) {
      case COPY -> {
        byte[] value = cache.get(key);
        yield value == null ? Stamp.MISS : Stamp.read(value);
      }
      case DIRECT -> {
        try (DirectValueAccess value = cache.getDirect(key)) {
          yield value == null
              ? Stamp.MISS
              : Stamp.read(value.buffer().order(ByteOrder.nativeOrder()));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  @Override
  public void put(byte[] key, byte[] value) {
    if (!cache.put(key, value)) {
      throw new IllegalStateException("a value was refused");
    }
  }

  @Override
  public void close() {
    try {
      cache.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Bytes implements CacheSerializer<byte[]> {
    @Override
    public void serialize(byte[] bytes, ByteBuffer target) {
      target.put(bytes);
    }

    @Override
    public byte[] deserialize(ByteBuffer source) {
      byte[] bytes = new byte[source.remaining()];
      source.get(bytes);
      return bytes;
    }

    @Override
    public int serializedSize(byte[] bytes) {
      return bytes.length;
    }
  }
}
