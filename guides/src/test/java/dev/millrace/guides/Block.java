package dev.millrace.guides;

import org.jspecify.annotations.Nullable;

/// A fenced block of a guide, and what following the guide makes of it.
sealed interface Block {
  /// The line of the guide that it begins in.
  int line();

  /// A file to be written.
  record SourceFile(int line, String name, String text) implements Block {}

  /// Lines of one of the guide's files, shown for themselves.
  record Excerpt(int line, String text) implements Block {}

  /// What a build is told of the jars that the guide's programs need.
  record Dependencies(int line, String text) implements Block {}

  /// Commands for the terminal that the guide is followed in.
  ///
  /// @param fails whether the last of them ends with a status other than 0
  /// @param printed all that they print; null where that is of no interest
  record Commands(int line, String text, boolean fails, @Nullable Printed printed)
      implements Block {}

  /// A program that goes on running, in a terminal of its own.
  ///
  /// @param printed what it prints before the guide goes on
  record Server(int line, String terminal, String text, Printed printed) implements Block {}

  /// Ctrl-C in the terminal of a server.
  record Interrupt(int line, String terminal) implements Block {}

  /// Commands that cannot be run everywhere.
  record NotRun(int line, String reason) implements Block {}
}
