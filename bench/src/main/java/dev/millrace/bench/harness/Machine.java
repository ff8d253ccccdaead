package dev.millrace.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The machine that a bench runs on, as far as figures depend on it.
final class Machine {
  private Machine() {}

  /// The lines that head a table: processor, cores, kernel, JDK, and what else keeps it busy.
  static List<String> description() {
    return List.of(
        "machine: %d cores of %s".formatted(Runtime.getRuntime().availableProcessors(), model()),
        "kernel:  %s %s".formatted(System.getProperty("os.name"), System.getProperty("os.version")),
        "jdk:     %s (%s)"
            .formatted(System.getProperty("java.vm.version"), System.getProperty("java.vendor")),
        "load:    %s (1, 5 and 15 minutes before the start)".formatted(load()));
  }

  private static String model() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElseGet(() -> System.getProperty("os.arch"));
    } catch (IOException _) {
      return System.getProperty("os.arch");
    }
  }

  private static String load() {
    try {
      String[] words = Files.readString(Path.of("/proc/loadavg")).split(" ", 4);
      return "%s %s %s".formatted(words[0], words[1], words[2]);
    } catch (IOException _) {
      return "unknown";
    }
  }
}
