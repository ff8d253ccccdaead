package dev.millrace.bench.growth.membership;

import java.util.Locale;

/// What membership sends something for.
public enum Event {
  /// One node more joins, and all know of it.
  JOIN,
  /// One node leaves by itself, and all others know of it.
  LEAVE,
  /// There are new ticket keys, and all know them.
  ROTATION,
  /// Nothing happens, for a minute.
  MINUTE;

  /// As it stands in the report.
  public String word() {
    return "zk-" + name().toLowerCase(Locale.ROOT);
  }
}
