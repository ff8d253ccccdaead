package dev.millrace.bench.store.field;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.millrace.store.memory.Draft;
import dev.millrace.store.memory.MemoryConfig;
import dev.millrace.store.memory.MemoryTier;
import dev.millrace.store.memory.Value;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// What JMH measures: setting and getting an int that is a field of an object, that lies at an
/// address, in a memory segment, or at an offset of a value of the memory tier. Of a single record,
/// nothing is kept in a register from one operation to the next, the view itself included; of many,
/// one after the other in a loop, what they have in common is looked at once, as the compiler sees
/// fit. A record takes up as many bytes as the object does, so that all need the same room in the
/// processor's caches.
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FieldLoad {
  /// Where the field lies in a record: in an object, its header is before it.
  private static final int OFFSET = 12;

  private static final int RECORD = 16;
  private static final long CAPACITY = 16 << 20;

  /// How many records a loop is over.
  @State(Scope.Thread)
  public static class Length {
    @Param("1024")
    private int records;
  }

  /// An object with a field.
  @State(Scope.Thread)
  public static class Heap {
    private final Point point = new Point();
    private Point[] points = {};
    private int number = 42;

    @Setup
    public void fill(Length length) {
      points = new Point[length.records];
      Arrays.setAll(points, _ -> new Point());
    }

    private static final class Point {
      private int x;
    }
  }

  /// A record of bytes at an address.
  @State(Scope.Thread)
  public static class Address {
    private static final MethodHandle GET = Unsafe.method("getInt", int.class, long.class);
    private static final MethodHandle PUT =
        Unsafe.method("putInt", void.class, long.class, int.class);

    private final Arena arena = Arena.ofShared();
    private long address;
    private int number = 42;

    @Setup
    public void allocate(Length length) {
      address = arena.allocate((long) RECORD * length.records).address();
    }

    @TearDown
    public void free() {
      arena.close();
    }

    private int get(int record) {
      try {
        return (int) GET.invokeExact(address + (long) record * RECORD + OFFSET);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    private void set(int record) {
      try {
        PUT.invokeExact(address + (long) record * RECORD + OFFSET, number);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /// A record of bytes in a segment whose arena belongs to the thread that runs this: the JDK
  /// checks of it what a view does.
  @State(Scope.Thread)
  public static class Confined {
    private final Arena arena = Arena.ofConfined();
    private MemorySegment segment = MemorySegment.NULL;
    private int number = 42;

    @Setup
    public void allocate(Length length) {
      segment = arena.allocate((long) RECORD * length.records);
    }

    @TearDown
    public void free() {
      arena.close();
    }

    private int get(int record) {
      return segment.get(JAVA_INT_UNALIGNED, (long) record * RECORD + OFFSET);
    }

    private void set(int record) {
      segment.set(JAVA_INT_UNALIGNED, (long) record * RECORD + OFFSET, number);
    }
  }

  /// A value of the memory tier that is read, and one that is written. They belong to the thread
  /// that runs this.
  @State(Scope.Thread)
  public static class Views {
    private @Nullable MemoryTier tier;
    private Value value = none();
    private Draft draft = none();
    private int number = 42;

    @SuppressWarnings({
      "NullAway",
      "TypeParameterUnusedInFormals"
    }) // Set up before anything is run.
    private static <T> T none() {
      return null;
    }

    @Setup
    public void open(Length length) {
      tier = MemoryTier.open(MemoryConfig.of(CAPACITY));
      byte[] key = {1};
      if (!tier.put(key, new byte[RECORD * length.records]).stored()) {
        throw new IllegalStateException("refused");
      }
      Value found = tier.get(key);
      if (found == null
          || !(tier.reserve(new byte[] {2}, (long) RECORD * length.records)
              instanceof Draft reserved)) {
        throw new IllegalStateException("no room");
      }
      value = found;
      draft = reserved;
    }

    @TearDown
    public void close() {
      value.close();
      draft.close();
    }
  }

  @Benchmark
  public int getOnHeap(Heap heap) {
    return heap.point.x;
  }

  @Benchmark
  public void setOnHeap(Heap heap) {
    heap.point.x = heap.number;
  }

  @Benchmark
  public int setAndGetOnHeap(Heap heap) {
    heap.point.x = heap.number;
    return heap.point.x;
  }

  @Benchmark
  public int getByUnsafe(Address records) {
    return records.get(0);
  }

  @Benchmark
  public void setByUnsafe(Address records) {
    records.set(0);
  }

  @Benchmark
  public int setAndGetByUnsafe(Address records) {
    records.set(0);
    return records.get(0);
  }

  @Benchmark
  public int getBySegment(Confined records) {
    return records.get(0);
  }

  @Benchmark
  public void setBySegment(Confined records) {
    records.set(0);
  }

  @Benchmark
  public int setAndGetBySegment(Confined records) {
    records.set(0);
    return records.get(0);
  }

  @Benchmark
  public int getByView(Views views) {
    return views.value.getInt(OFFSET);
  }

  @Benchmark
  public void setByView(Views views) {
    views.draft.setInt(OFFSET, views.number);
  }

  @Benchmark
  public int setAndGetByView(Views views) {
    views.draft.setInt(OFFSET, views.number);
    return views.draft.getInt(OFFSET);
  }

  @Benchmark
  public int getAllOnHeap(Heap heap) {
    int sum = 0;
    for (Heap.Point point : heap.points) {
      sum += point.x;
    }
    return sum;
  }

  @Benchmark
  public int getAllByUnsafe(Address records, Length length) {
    int sum = 0;
    for (int i = 0; i < length.records; i++) {
      sum += records.get(i);
    }
    return sum;
  }

  @Benchmark
  public int getAllBySegment(Confined records, Length length) {
    int sum = 0;
    for (int i = 0; i < length.records; i++) {
      sum += records.get(i);
    }
    return sum;
  }

  @Benchmark
  public int getAllByView(Views views, Length length) {
    int sum = 0;
    for (int i = 0; i < length.records; i++) {
      sum += views.value.getInt((long) i * RECORD + OFFSET);
    }
    return sum;
  }

  @Benchmark
  public void setAllOnHeap(Heap heap) {
    for (Heap.Point point : heap.points) {
      point.x = heap.number;
    }
  }

  @Benchmark
  public void setAllByUnsafe(Address records, Length length) {
    for (int i = 0; i < length.records; i++) {
      records.set(i);
    }
  }

  @Benchmark
  public void setAllBySegment(Confined records, Length length) {
    for (int i = 0; i < length.records; i++) {
      records.set(i);
    }
  }

  @Benchmark
  public void setAllByView(Views views, Length length) {
    for (int i = 0; i < length.records; i++) {
      views.draft.setInt((long) i * RECORD + OFFSET, views.number);
    }
  }
}
