package dev.millrace.gateway.certificate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// A program of the machine that tests are run against.
record Program(String name) {
  /// What it said, on both streams, and how it ended.
  record Outcome(int status, String output) {}

  /// Runs it to its end, or skips the test if this machine has none.
  Outcome run(String test, Path folder, Object... arguments) throws Exception {
    var command = new ArrayList<>(List.of(name));
    for (var argument : arguments) {
      command.add(argument.toString());
    }
    var output = Files.createTempFile(folder, name, ".out");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException _) {
      System.out.println("SKIPPED " + test + ": " + name + " is not installed");
      return Assumptions.abort(name + " is not installed");
    }
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(command + " did not end");
    }
    return new Outcome(process.exitValue(), Files.readString(output));
  }
}
