package dev.millrace.cache;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// A clock that goes where a test sets it.
final class ManualClock implements LongSupplier {
  private final AtomicLong nanos;

  ManualClock() {
    this(0);
  }

  ManualClock(long nanos) {
    this.nanos = new AtomicLong(nanos);
  }

  @Override
  public long getAsLong() {
    return nanos.get();
  }

  void set(long reading) {
    nanos.set(reading);
  }

  void advance(long by) {
    nanos.addAndGet(by);
  }

  void advance(Duration by) {
    advance(by.toNanos());
  }
}
