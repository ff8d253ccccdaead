package dev.millrace.tls.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that stands still until it is told to go on.
public final class SettableClock implements InstantSource {
  private volatile Instant now;

  public SettableClock() {
    this(Instant.parse("2026-01-01T00:00:00Z"));
  }

  public SettableClock(Instant start) {
    now = start;
  }

  @Override
  public Instant instant() {
    return now;
  }

  public void advance(Duration by) {
    now = now.plus(by);
  }
}
