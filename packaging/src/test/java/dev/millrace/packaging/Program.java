package dev.millrace.packaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Programs of the machine, what was packaged, and what they say.
record Program(int status, String output) {
  static final Path TARGET = Path.of("target").toAbsolutePath();

  /// Runs a program to its end, or skips the test where there is none.
  static Program run(String... command) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException _) {
      System.out.println("SKIPPED " + String.join(" ", command) + ": no " + command[0] + " here");
      return abort("no " + command[0] + " on this machine");
    }
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Program(process.waitFor(), output);
  }

  /// What a program says that succeeds.
  static String outputOf(String... command) throws IOException, InterruptedException {
    Program program = run(command);
    assertThat(program.status).as(program.output).isZero();
    return program.output;
  }

  /// The folder that the distribution is an archive of.
  static Path distribution() {
    Path outer = TARGET.resolve("millrace-" + version());
    return outer.resolve(outer.getFileName());
  }

  /// The version in the pom.
  static String version() {
    return System.getProperty("millrace.version");
  }

  /// A process of the distribution's command, with the Java that this one runs on.
  static ProcessBuilder millrace(Map<String, String> environment, String... arguments) {
    ProcessBuilder builder = new ProcessBuilder(distribution().resolve("bin/millrace").toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    return builder.redirectErrorStream(true);
  }
}
