package dev.millrace.bench.tls.probe;

import java.util.Locale;

/// What threads share.
public enum Contexts {
  /// One client's and one server's context, with their sessions.
  SHARED,
  /// Nothing: contexts of its own for each thread.
  OWN;

  /// As it stands in the report.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
