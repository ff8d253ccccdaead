package dev.millrace.gateway.slice;

/// Where a slice comes from.
public enum Source {
  MEMORY,
  SSD,

  /// It was on its way when it was asked for.
  FLIGHT,

  /// The gateway of the fleet that owns it, or its fallback.
  PEER,
  ORIGIN
}
