package dev.millrace.gateway.fleet.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// `millrace serve` in a process of its own, on a host of its own.
final class NodeProcess implements AutoCloseable {
  private static final List<String> JAVA =
      List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-Xmx160m",
          "-XX:+UseSerialGC",
          // The optimizing compiler of a node that was restarted would take the processors, which
          // all nodes share here, from the others for seconds.
          "-XX:TieredStopAtLevel=1",
          "--enable-native-access=ALL-UNNAMED",
          "-cp",
          System.getProperty("java.class.path"),
          "dev.millrace.gateway.command.Millrace");

  private final String name;
  private final List<String> line;
  private final Path log;
  private Process process;

  /// Starts a node.
  ///
  /// @param on what runs a command on its host
  /// @param flags of `millrace serve`
  /// @param log where it writes
  NodeProcess(String name, List<String> on, List<String> flags, Path log) throws IOException {
    this.name = name;
    this.log = log;
    this.line = new ArrayList<>(on);
    line.addAll(JAVA);
    line.add("serve");
    line.addAll(flags);
    this.process = begun();
  }

  private Process begun() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(LabOrigin.KEYS);
    return builder.start();
  }

  String name() {
    return name;
  }

  /// Ends it as `kill -9` does.
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /// Ends it as SIGTERM does, and waits until it has ended.
  void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new AssertionError(name + " does not end");
    }
  }

  /// Runs it again, once it has ended.
  void restart() throws IOException {
    process = begun();
  }

  /// Stops it from running, as SIGSTOP does, or lets it go on.
  void suspend(boolean stopped) throws IOException {
    String signal = stopped ? "-STOP" : "-CONT";
    new ProcessBuilder("kill", signal, String.valueOf(process.pid())).start().onExit().join();
  }

  long pid() {
    return process.pid();
  }

  String log() throws IOException {
    return Files.readString(log);
  }

  @Override
  public void close() {
    kill();
  }
}
