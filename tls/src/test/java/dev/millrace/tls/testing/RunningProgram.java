package dev.millrace.tls.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

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
      throw missing(command.getFirst());
    }
  }

  /// What a test throws, to be skipped, that needs a program which this machine does not have.
  public static TestAbortedException missing(String program) {
    String reason = program + " is not installed";
    System.out.println("SKIPPED: " + reason);
    return new TestAbortedException(reason);
  }

  /// A port that was free a moment ago, for a program that cannot choose one.
  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
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

  /// Has it end by itself, so that it cleans up, unless that takes too long.
  @Override
  public void close() {
    process.destroy();
    process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join().destroyForcibly();
  }
}
