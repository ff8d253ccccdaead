package dev.millrace.conformance.runner;

import dev.millrace.conformance.shim.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/// BoringSSL's test runner, built by `go test -c` or the like.
///
/// @param program the executable
/// @param folder where it is run: `ssl/test/runner` of its sources
/// @param workers how many tests are run at a time
/// @param tests patterns of the names of tests to be run, with semicolons between; empty for all
public record BogoRunner(Path program, Path folder, int workers, String tests) {

  private static final String NOTHING_IMPLEMENTED =
      """
      #!/bin/bash
      case $* in *-is-handshaker-supported*) echo No ;; *) exit 89 ;; esac
      """;

  /// The folder of the runner's sources that a program lies in or beside.
  ///
  /// @throws IllegalArgumentException if there is none
  public static Path folderOf(Path program) {
    Path absolute = program.toAbsolutePath();
    for (String relative : List.of("ssl/test/runner", "")) {
      Path folder = absolute.resolveSibling(relative);
      if (Files.exists(folder.resolve("runner.go"))) {
        return folder;
      }
    }
    throw new IllegalArgumentException(
        "the sources of the runner are not beside " + program + "; name them with --runner-dir");
  }

  /// Runs the tests.
  ///
  /// @param port where the shim server listens
  /// @param looseErrors whether any failure will do where a test wants a certain one
  /// @param scratch a folder for files of this run
  /// @param output where the runner's output is kept
  /// @throws IOException if the runner cannot be run, or fails other than by failing tests
  public Report run(int port, ShimConfig config, boolean looseErrors, Path scratch, Output output)
      throws IOException, InterruptedException {
    var more = new ArrayList<String>(List.of("-shim-config", config.writeTo(scratch).toString()));
    if (looseErrors) {
      more.add("-loose-errors");
    }
    return execute(more, Launcher.writeTo(scratch), port, output);
  }

  /// The names of all tests, also of those that the configuration disables. It takes seconds: for
  /// each a process is started, which says that it implements nothing.
  public SortedSet<String> names(Path scratch) throws IOException, InterruptedException {
    Path folder = Files.createDirectory(scratch.resolve("names"));
    Path nothing = Files.writeString(folder.resolve("nothing.sh"), NOTHING_IMPLEMENTED);
    if (!nothing.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + nothing + " executable");
    }
    return execute(List.of(), nothing, 0, Output.in(folder)).names();
  }

  private Report execute(List<String> more, Path shim, int port, Output output)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(program.toAbsolutePath().toString());
    command.addAll(List.of("-shim-path", shim.toString()));
    command.addAll(List.of("-json-output", output.json().toAbsolutePath().toString()));
    command.addAll(List.of("-num-workers", Integer.toString(workers), "-allow-unimplemented"));
    if (!tests.isEmpty()) {
      command.addAll(List.of("-test", tests));
    }
    command.addAll(more);
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.log().toFile());
    builder.environment().put(Launcher.PORT_VARIABLE, Integer.toString(port));
    Files.deleteIfExists(output.json());
    Process process = builder.start();
    try {
      int status = process.waitFor();
      if (!Files.exists(output.json())) {
        throw new IOException("the runner ended with %d: %s".formatted(status, output.lastLine()));
      }
    } finally {
      process.destroy();
    }
    return Report.read(output.json());
  }

  /// Where the output of the runner goes.
  ///
  /// @param json the file for its report
  /// @param log the file for all that it prints
  public record Output(Path json, Path log) {

    /// Files of some name in a folder.
    public static Output in(Path folder) {
      return new Output(folder.resolve("report.json"), folder.resolve("log"));
    }

    private String lastLine() throws IOException {
      List<String> lines = Files.readAllLines(log);
      return lines.isEmpty() ? "it said nothing" : lines.getLast();
    }
  }
}
