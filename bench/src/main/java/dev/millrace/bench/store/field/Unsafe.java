package dev.millrace.bench.store.field;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/// The methods of `sun.misc.Unsafe`, as handles: the compiler warns of every other use, and cannot
/// be told not to. A constant handle is compiled as the call itself.
final class Unsafe {
  private static final String NAME = "sun.misc.Unsafe";

  private Unsafe() {}

  /// A method that is bound to the only instance.
  static MethodHandle method(String name, Class<?> result, Class<?>... parameters) {
    try {
      Class<?> type = Class.forName(NAME);
      Field instance = type.getDeclaredField("theUnsafe");
      instance.setAccessible(true);
      return MethodHandles.lookup()
          .findVirtual(type, name, MethodType.methodType(result, parameters))
          .bindTo(instance.get(null));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
