package dev.millrace.store.ssd;

import dev.millrace.store.memory.Value;
import java.util.function.BooleanSupplier;

/// An entry that was found on the device.
///
/// @param value its bytes, in a buffer that is another's once this is closed
/// @param lifetime what is left of it in nanoseconds; [Below#FOREVER] if it does not expire
/// @param isCurrent whether the tier still holds this very entry; needs no lock
public record SsdHit(Value value, long lifetime, BooleanSupplier isCurrent)
    implements AutoCloseable {
  @Override
  public void close() {
    value.close();
  }
}
