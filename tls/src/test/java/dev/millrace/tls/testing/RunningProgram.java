package dev.millrace.tls.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// A program of the machine that tests are run against, while it runs.
public final class RunningProgram implements AutoCloseable {
  private final List<String> command;
  private final Process process;
  private final BufferedReader output;

  private RunningProgram(List<String> command, Process process) {
    this.command = command;
    this.process = process;
    output = process.inputReader(UTF_8);
  }

  /// Starts it, or skips the test if this machine has none.
  public static RunningProgram start(Path folder, Path input, List<String> command) {
    try {
      return new RunningProgram(
          command,
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectInput(input.toFile())
              .start());
    } catch (IOException _) {
      String reason = command.getFirst() + " is not installed";
      System.out.println("SKIPPED: " + reason);
      return Assumptions.abort(reason);
    }
  }

  /// Waits for a line of its output that has this in it.
  public String lineWith(String part) throws IOException {
    StringBuilder before = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.contains(part)) {
        return line;
      }
      before.append(line).append('\n');
    }
    throw new AssertionError(command + " ended without '" + part + "': " + before);
  }

  /// Waits for its end, which must be a good one, and returns what it said on both streams.
  public String end() throws IOException, InterruptedException {
    String all = output.readAllAsString();
    if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new AssertionError(command + " failed: " + all);
    }
    return all;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
