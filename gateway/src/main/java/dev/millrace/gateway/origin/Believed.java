package dev.millrace.gateway.origin;

import java.time.Duration;

/// What is taken for true of an object.
///
/// @param age since the origin was asked; zero where it was asked for the one who wants to know
/// @param staleness for how long already the origin should have been asked again; zero where it
///   need not be
public record Believed<V>(V value, Duration age, Duration staleness) {
  public boolean isStale() {
    return staleness.isPositive();
  }
}
