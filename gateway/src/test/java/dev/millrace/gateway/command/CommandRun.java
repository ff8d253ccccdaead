package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/// A run of a subcommand in this process.
///
/// @param failure the line that it failed with; empty where it succeeded
/// @param out what it printed
/// @param err what it printed besides
record CommandRun(int status, String failure, String out, String err) {
  static CommandRun of(Callable<Integer> command, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> failures = new ArrayList<>();
    int status =
        new CommandLine(command)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setParameterExceptionHandler((e, _) -> {
              failures.add(String.valueOf(e.getMessage()));
              return 2;
            })
            .setExecutionExceptionHandler((e, _, _) -> {
              assertThat(e).isInstanceOf(CommandFailure.class);
              failures.add(String.valueOf(e.getMessage()));
              return 1;
            })
            .execute(arguments);
    assertThat(failures).hasSize(status == 0 ? 0 : 1);
    String failure = String.join("", failures);
    assertThat(failure).doesNotContain("\n");
    return new CommandRun(status, failure, out.toString(), err.toString());
  }
}
