package dev.millrace.s3.credentials;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/// A clock that stands still until it is told otherwise.
final class SettableClock implements InstantSource {
  static final Instant START = Instant.parse("2026-11-03T10:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  @Override
  public Instant instant() {
    return now.get();
  }

  void set(Instant instant) {
    now.set(instant);
  }

  void advance(Duration duration) {
    now.updateAndGet(instant -> instant.plus(duration));
  }
}
