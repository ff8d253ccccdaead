package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.credentials.AwsEnvironment;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/// A run of `millrace get` in this process.
///
/// @param failure the line that it failed with; empty where it succeeded
/// @param err what it printed besides
record GetRun(int status, String failure, String err) {
  static GetRun with(AwsEnvironment environment, String... arguments) {
    StringWriter err = new StringWriter();
    List<String> failures = new ArrayList<>();
    int status =
        new CommandLine(new GetCommand(environment))
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
    return new GetRun(status, failure, err.toString());
  }
}
