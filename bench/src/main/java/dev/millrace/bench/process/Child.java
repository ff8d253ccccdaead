package dev.millrace.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A program that a [Workbench] started.
///
/// @param name what it is called in error messages
/// @param log the file that takes its output and its errors
public record Child(String name, Process process, Path log) {
  private static final long POLL_MILLIS = 20;

  /// A question that is asked until the answer is yes.
  @FunctionalInterface
  public interface Readiness {
    boolean reached() throws IOException;
  }

  /// Waits until the program has printed something that matches.
  ///
  /// @throws IOException if it ends or the time passes before that
  public MatchResult awaitOutput(Pattern pattern, Duration limit)
      throws IOException, InterruptedException {
    Matcher matcher = pattern.matcher("");
    await(() -> matcher.reset(Files.readString(log)).find(), limit);
    return matcher.toMatchResult();
  }

  /// Waits until the program is ready, by whatever tells that.
  ///
  /// @throws IOException if it ends or the time passes before that
  public void await(Readiness readiness, Duration limit) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!readiness.reached()) {
      if (!process.isAlive()) {
        throw ended(process.exitValue());
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(
            "%s was not ready within %d s: %s".formatted(name, limit.toSeconds(), lastLine()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /// Waits for the program's end.
  ///
  /// @return what it printed
  /// @throws IOException if its exit status is not 0
  public String awaitEnd() throws IOException, InterruptedException {
    int status = process.waitFor();
    if (status != 0) {
      throw ended(status);
    }
    return Files.readString(log);
  }

  /// What is to be said of an end that nobody asked for.
  IOException ended(int status) throws IOException {
    return new IOException("%s ended with status %d: %s".formatted(name, status, lastLine()));
  }

  private String lastLine() throws IOException {
    List<String> lines = Files.readString(log).lines().filter(line -> !line.isBlank()).toList();
    return lines.isEmpty() ? "it printed nothing" : lines.getLast();
  }
}
