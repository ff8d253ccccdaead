package dev.millrace.tls.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A heap dump of HotSpot (HPROF 1.0.2 with ids of 8 bytes), of less than 2 GiB.
///
/// Its objects are visited in the order in which they lie there; the classes are known before.
public final class HeapDump {
  private static final int UTF8 = 0x01;
  private static final int LOAD_CLASS = 0x02;
  private static final int HEAP_DUMP = 0x0C;
  private static final int HEAP_DUMP_SEGMENT = 0x1C;

  /// Bytes of a value of each type; of an object, those of its id.
  private static final int[] SIZES = {0, 0, 8, 0, 1, 2, 4, 8, 1, 2, 4, 8};

  private final ByteBuffer file;
  private final Map<Long, String> names = new HashMap<>();
  private final Map<Long, Long> nameOfClass = new HashMap<>();
  private final Map<Long, Layout> layouts = new HashMap<>();
  private final List<ByteBuffer> segments = new ArrayList<>();

  private record Field(long name, int type) {}

  private record Layout(long superclass, List<Field> fields) {}

  /// What is told of the objects.
  public interface Visitor {
    /// An array of primitives.
    ///
    /// @param data as in the dump, its elements in network order
    default void array(long id, ByteBuffer data) {}

    /// An object, or the static side of a class.
    ///
    /// @param type the name of its class, with dots
    default void object(long id, String type, Map<String, Long> fields) {}

    /// An array of objects.
    default void array(long id, long[] elements) {}
  }

  public HeapDump(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      file = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
    }
    while (file.get() != 0) {
      // The name of the format ends with a zero.
    }
    if (file.getInt() != Long.BYTES) {
      throw new IOException("ids are not of 8 bytes");
    }
    file.getLong();
    while (file.hasRemaining()) {
      int tag = file.get();
      file.getInt();
      int length = file.getInt();
      record(tag, file.slice(file.position(), length));
      file.position(file.position() + length);
    }
    visit(new Visitor() {});
  }

  private void record(int tag, ByteBuffer body) {
    switch (tag) {
      case UTF8 -> {
        long id = body.getLong();
        byte[] text = new byte[body.remaining()];
        body.get(text);
        names.put(id, new String(text, StandardCharsets.UTF_8));
      }
      case LOAD_CLASS -> {
        body.getInt();
        long id = body.getLong();
        body.getInt();
        nameOfClass.put(id, body.getLong());
      }
      case HEAP_DUMP, HEAP_DUMP_SEGMENT -> segments.add(body);
      default -> {}
    }
  }

  /// Tells of all objects.
  public void visit(Visitor visitor) {
    for (ByteBuffer segment : segments) {
      ByteBuffer in = segment.duplicate();
      while (in.hasRemaining()) {
        part(in.get() & 0xFF, in, visitor);
      }
    }
  }

  private void part(int tag, ByteBuffer in, Visitor visitor) {
    switch (tag) {
      case 0xFF, 0x05, 0x07 -> skip(in, 8); // roots of several kinds
      case 0x01 -> skip(in, 16);
      case 0x02, 0x03, 0x08 -> skip(in, 16);
      case 0x04, 0x06 -> skip(in, 12);
      case 0x20 -> type(in, visitor);
      case 0x21 -> instance(in, visitor);
      case 0x22 -> {
        long id = in.getLong();
        in.getInt();
        long[] elements = new long[in.getInt()];
        in.getLong();
        for (int i = 0; i < elements.length; i++) {
          elements[i] = in.getLong();
        }
        visitor.array(id, elements);
      }
      case 0x23 -> {
        long id = in.getLong();
        in.getInt();
        int count = in.getInt();
        int size = count * SIZES[in.get()];
        visitor.array(id, in.slice(in.position(), size));
        skip(in, size);
      }
      default -> throw new IllegalStateException("an unknown part of a heap dump: " + tag);
    }
  }

  private void type(ByteBuffer in, Visitor visitor) {
    long id = in.getLong();
    in.getInt();
    long superclass = in.getLong();
    skip(in, 5 * 8 + 4);
    for (int constants = in.getShort() & 0xFFFF; constants > 0; constants--) {
      in.getShort();
      value(in, in.get());
    }
    Map<String, Long> statics = new HashMap<>();
    for (int count = in.getShort() & 0xFFFF; count > 0; count--) {
      String name = names.get(in.getLong());
      statics.put("static " + name, value(in, in.get()));
    }
    List<Field> fields = new ArrayList<>();
    for (int count = in.getShort() & 0xFFFF; count > 0; count--) {
      fields.add(new Field(in.getLong(), in.get()));
    }
    layouts.put(id, new Layout(superclass, fields));
    visitor.object(id, name(id), statics);
  }

  private void instance(ByteBuffer in, Visitor visitor) {
    long id = in.getLong();
    in.getInt();
    long type = in.getLong();
    int length = in.getInt();
    int end = in.position() + length;
    Map<String, Long> fields = new HashMap<>();
    for (Layout layout = layouts.get(type);
        layout != null;
        layout = layouts.get(layout.superclass)) {
      for (Field field : layout.fields) {
        fields.put(names.get(field.name), value(in, field.type));
      }
    }
    in.position(end);
    visitor.object(id, name(type), fields);
  }

  private String name(long type) {
    Long name = nameOfClass.get(type);
    return name == null ? "?" : names.getOrDefault(name, "?").replace('/', '.');
  }

  private static long value(ByteBuffer in, int type) {
    return switch (SIZES[type]) {
      case 1 -> in.get();
      case 2 -> in.getShort();
      case 4 -> in.getInt();
      default -> in.getLong();
    };
  }

  private static void skip(ByteBuffer in, int bytes) {
    in.position(in.position() + bytes);
  }
}
