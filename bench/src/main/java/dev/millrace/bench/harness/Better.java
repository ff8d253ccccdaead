package dev.millrace.bench.harness;

/// Which of two figures is the better one.
public enum Better {
  /// As for requests per second.
  HIGHER,
  /// As for microseconds per request.
  LOWER
}
