package dev.millrace.bench.store.memory.side;

import dev.millrace.bench.store.Key;
import dev.millrace.bench.store.Stamp;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ehcache.Cache;
import org.ehcache.CacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.config.units.MemoryUnit;
import org.ehcache.spi.serialization.Serializer;

/// Ehcache's off-heap tier alone: a tier on the heap before it would hold the values that are asked
/// for most as objects. Keys and values are serialized by what does least, and do not expire. It
/// takes no array as a key, as those are equal only to themselves.
record EhcacheContender(CacheManager manager, Cache<Key, byte[]> cache) implements ObjectKeyed {
  private static final String NAME = "values";

  static EhcacheContender open(Shape shape) {
    CacheManager manager = CacheManagerBuilder.newCacheManagerBuilder().build(true);
    Cache<Key, byte[]> cache =
        manager.createCache(
            NAME,
            CacheConfigurationBuilder.newCacheConfigurationBuilder(
                    Key.class,
                    byte[].class,
                    ResourcePoolsBuilder.newResourcePoolsBuilder()
                        .offheap(shape.capacity(), MemoryUnit.B))
                .withKeySerializer(new KeySerializer())
                .withValueSerializer(new ValueSerializer()));
    return new EhcacheContender(manager, cache);
  }

  @Override
  public long read(Key key, byte[] room) {
    byte[] value = cache.get(key);
    return value == null ? Stamp.MISS : Stamp.read(value);
  }

  @Override
  public void put(Key key, byte[] value) {
    cache.put(key, value);
  }

  @Override
  public void close() {
    manager.close();
  }

  private static final class KeySerializer implements Serializer<Key> {
    @Override
    public ByteBuffer serialize(Key key) {
      return ByteBuffer.allocate(Key.LENGTH).putLong(key.first()).putLong(key.second()).flip();
    }

    @Override
    public Key read(ByteBuffer bytes) {
      return new Key(bytes.getLong(), bytes.getLong());
    }

    @Override
    public boolean equals(Key key, ByteBuffer bytes) {
      return key.first() == bytes.getLong() && key.second() == bytes.getLong();
    }
  }

  private static final class ValueSerializer implements Serializer<byte[]> {
    @Override
    public ByteBuffer serialize(byte[] value) {
      return ByteBuffer.wrap(value);
    }

    @Override
    public byte[] read(ByteBuffer bytes) {
      byte[] value = new byte[bytes.remaining()];
      bytes.get(value);
      return value;
    }

    @Override
    public boolean equals(byte[] value, ByteBuffer bytes) {
      return Arrays.equals(value, read(bytes));
    }
  }
}
