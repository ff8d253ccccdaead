package dev.millrace.gateway.command;

import org.jspecify.annotations.Nullable;

/// What stops a command, told to its user: one line with the cause and the remedy.
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  public CommandFailure(String line, @Nullable Throwable cause) {
    super(line, cause);
  }
}
