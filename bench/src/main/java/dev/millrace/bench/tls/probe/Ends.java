package dev.millrace.bench.tls.probe;

import java.util.Locale;

/// What connections are made of.
public enum Ends {
  /// Engines with memory between them.
  ENGINES,
  /// Sockets with TCP on loopback between them.
  SOCKETS;

  /// As it stands in the report.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
