package dev.millrace.bench.store.memory.side;

import dev.millrace.bench.store.Key;
import dev.millrace.bench.store.Stamp;
import net.openhft.chronicle.bytes.RandomDataInput;
import net.openhft.chronicle.hash.Data;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import net.openhft.chronicle.map.ExternalMapQueryContext;
import net.openhft.chronicle.map.MapEntry;

/// Chronicle Map in memory, told that all keys and all values are of one length, and to return
/// nothing from a put. It does not evict, and so need not keep an order.
record ChronicleContender(ChronicleMap<byte[], byte[]> map, Access access) implements ByteKeyed {
  /// How a value is read.
  enum Access {
    /// Into an array that is used again (`getUsing`).
    COPY,
    /// In place, under the lock of its segment (`queryContext`).
    IN_PLACE
  }

  static ChronicleContender open(Shape shape, Access access) {
    ChronicleMap<byte[], byte[]> map =
        ChronicleMapBuilder.of(byte[].class, byte[].class)
            .name("values")
            .constantKeySizeBySample(new byte[Key.LENGTH])
            .constantValueSizeBySample(new byte[shape.value()])
            .entries(shape.entries())
            .putReturnsNull(true)
            .removeReturnsNull(true)
            .create();
    return new ChronicleContender(map, access);
  }

  @Override
  public long read(byte[] key, byte[] room) {
    return switch (access) {
      case COPY -> map.getUsing(key, room) == null ? Stamp.MISS : Stamp.read(room);
      case IN_PLACE -> {
        try (ExternalMapQueryContext<byte[], byte[], ?> query = map.queryContext(key)) {
          MapEntry<byte[], byte[]> entry = query.entry();
          yield entry == null ? Stamp.MISS : read(entry.value());
        }
      }
    };
  }

  private static long read(Data<byte[]> value) {
    RandomDataInput bytes = value.bytes();
    long start = value.offset();
    int length = (int) value.size();
    return Stamp.of(
        bytes.readLong(start),
        bytes.readLong(start + Stamp.middle(length)),
        bytes.readLong(start + Stamp.end(length)));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    byte[] _ = map.put(key, value);
  }

  @Override
  public void close() {
    map.close();
  }
}
