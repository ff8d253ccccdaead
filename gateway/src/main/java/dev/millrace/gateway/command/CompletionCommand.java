package dev.millrace.gateway.command;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `millrace completion`: prints a script by which shells complete command lines.
@Command(
    name = "completion",
    description =
        "Print what completes command lines in bash and zsh: source <(millrace completion).")
final class CompletionCommand implements Runnable {
  /// Without it, shells offer files where there is nothing better, as most flags take them.
  private static final String NO_FILES = "  type compopt &>/dev/null && compopt +o default\n";

  @Spec private @Nullable CommandSpec spec;

  CompletionCommand() {}

  @Override
  public void run() {
    CommandSpec command = Objects.requireNonNull(spec);
    var out = command.commandLine().getOut();
    out.print(AutoComplete.bash(Millrace.NAME, command.root().commandLine()).replace(NO_FILES, ""));
    out.flush();
  }
}
