package dev.millrace.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A temporary folder and the child processes that work in it. Closing it stops all of them and
/// deletes the folder; so does the end of this process, also by Ctrl-C.
///
/// Safe for use by several threads.
public final class Workbench implements AutoCloseable {
  private static final long SECONDS_TO_STOP = 5;

  private final Path folder;
  private final List<Process> running = new ArrayList<>();
  private final Thread hook = new Thread(this::clear, "workbench-end");
  private boolean closed;

  private Workbench(Path folder) {
    this.folder = folder;
  }

  public static Workbench open() throws IOException {
    Workbench workbench = new Workbench(Files.createTempDirectory("millrace-bench"));
    Runtime.getRuntime().addShutdownHook(workbench.hook);
    return workbench;
  }

  /// Where everything temporary belongs.
  public Path folder() {
    return folder;
  }

  /// Starts a program in this process's own working directory, its output and errors going to
  /// `NAME.log` in the folder.
  public Child start(String name, List<String> command) throws IOException {
    Path log = folder.resolve(name + ".log");
    return start(
        name,
        log,
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()));
  }

  /// Starts a program that answers each line with a line. Its errors go to `NAME.log` in the
  /// folder.
  public Dialogue converse(String name, List<String> command) throws IOException {
    Path log = folder.resolve(name + ".log");
    return new Dialogue(start(name, log, new ProcessBuilder(command).redirectError(log.toFile())));
  }

  private synchronized Child start(String name, Path log, ProcessBuilder program)
      throws IOException {
    if (closed) {
      throw new IOException("the bench is ending");
    }
    Process process = program.start();
    running.removeIf(earlier -> !earlier.isAlive());
    running.add(process);
    return new Child(name, process, log);
  }

  @Override
  public void close() {
    clear();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The process is ending, and the hook does nothing a second time.
    }
  }

  private synchronized void clear() {
    if (closed) {
      return;
    }
    closed = true;
    running.forEach(Workbench::destroy);
    running.forEach(Workbench::awaitEnd);
    delete(folder);
  }

  /// Children of a child first: a killed one leaves them behind.
  private static void destroy(Process process) {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }

  private static void awaitEnd(Process process) {
    try {
      if (!process.waitFor(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (InterruptedException _) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      System.getLogger(Workbench.class.getName())
          .log(System.Logger.Level.WARNING, "could not delete {0}: {1}", folder, e.getMessage());
    }
  }
}
