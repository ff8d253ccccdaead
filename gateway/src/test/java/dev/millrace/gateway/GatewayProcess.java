package dev.millrace.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// `millrace serve` in a process of its own.
public final class GatewayProcess implements AutoCloseable {
  private final String name;
  private final List<String> line;
  private final Map<String, String> environment;
  private final Path log;
  private Process process;

  /// Starts one.
  ///
  /// @param java what runs `java` where it is to run, with the options of its JVM
  /// @param flags of `millrace serve`
  /// @param environment variables that it has beside ours
  /// @param log where it writes
  public GatewayProcess(
      String name, List<String> java, List<String> flags, Map<String, String> environment, Path log)
      throws IOException {
    this.name = name;
    this.environment = environment;
    this.log = log;
    this.line = new ArrayList<>(java);
    line.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.millrace.gateway.command.Millrace",
            "serve"));
    line.addAll(flags);
    this.process = begun();
  }

  /// The program that runs this very JVM.
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private Process begun() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    return builder.start();
  }

  public String name() {
    return name;
  }

  /// Ends it as `kill -9` does.
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /// Ends it as SIGTERM does, and waits until it has ended.
  public void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new AssertionError(name + " does not end");
    }
  }

  /// Runs it again, once it has ended.
  public void restart() throws IOException {
    process = begun();
  }

  /// Stops it from running, as SIGSTOP does, or lets it go on.
  public void suspend(boolean stopped) throws IOException {
    String signal = stopped ? "-STOP" : "-CONT";
    new ProcessBuilder("kill", signal, String.valueOf(process.pid())).start().onExit().join();
  }

  public long pid() {
    return process.pid();
  }

  public String log() throws IOException {
    return Files.readString(log);
  }

  @Override
  public void close() {
    kill();
  }
}
