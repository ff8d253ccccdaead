package dev.millrace.gateway.settings;

/// How lines are logged.
public enum LogFormat {
  /// For people.
  TEXT,

  /// An object of JSON in each line.
  JSON
}
