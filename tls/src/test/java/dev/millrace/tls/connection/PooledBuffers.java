package dev.millrace.tls.connection;

import dev.millrace.tls.pool.Pool;
import dev.millrace.tls.record.RecordBuffers;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// The pool of arrays that all connections share, seen from outside. When it is full, an array that
/// is taken and not given back leaves a gap for good, as long as no more are taken at a time than
/// it has.
public final class PooledBuffers {
  private PooledBuffers() {}

  /// Fills it.
  public static void fill() {
    for (int i = gaps(); i > 0; i--) {
      RecordBuffers.SINGLE.give(new byte[RecordBuffers.BUFFER_LENGTH]);
    }
  }

  /// How many arrays it could take.
  public static int gaps() {
    try {
      Object pool = field(RecordBuffers.class, "arrays", RecordBuffers.SINGLE);
      AtomicReferenceArray<?> places = (AtomicReferenceArray<?>) field(Pool.class, "places", pool);
      int gaps = 0;
      for (int i = 0; i < places.length(); i++) {
        gaps += places.get(i) == null ? 1 : 0;
      }
      return gaps;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object field(Class<?> type, String name, Object owner)
      throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
  }
}
