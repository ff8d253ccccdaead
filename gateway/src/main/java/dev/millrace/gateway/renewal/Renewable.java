package dev.millrace.gateway.renewal;

import dev.millrace.gateway.renewal.Watched.Outcome;

/// What is made of files, and looks at them by itself, or when it is told to.
public interface Renewable {
  /// What the log and operators call it.
  String name();

  /// Looks at the files, and takes at once what they hold.
  Outcome refresh();
}
