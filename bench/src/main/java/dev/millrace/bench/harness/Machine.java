package dev.millrace.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The machine that a bench runs on, as far as figures depend on it.
///
/// @param load what else keeps it busy: the averages of 1, 5 and 15 minutes
public record Machine(String processor, String kernel, String jdk, String load) {
  /// This one, now.
  public static Machine here() {
    return new Machine(
        "%d cores of %s".formatted(Runtime.getRuntime().availableProcessors(), model()),
        "%s %s".formatted(System.getProperty("os.name"), System.getProperty("os.version")),
        "%s (%s)"
            .formatted(System.getProperty("java.vm.version"), System.getProperty("java.vendor")),
        currentLoad());
  }

  /// The lines that head a table.
  public List<String> description() {
    return List.of(
        "machine: " + processor,
        "kernel:  " + kernel,
        "jdk:     " + jdk,
        "load:    %s (1, 5 and 15 minutes before the start)".formatted(load));
  }

  /// Whether figures of one can stand beside those of the other.
  public boolean isAs(Machine other) {
    return processor.equals(other.processor)
        && kernel.equals(other.kernel)
        && jdk.equals(other.jdk);
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

  private static String currentLoad() {
    try {
      String[] words = Files.readString(Path.of("/proc/loadavg")).split(" ", 4);
      return "%s %s %s".formatted(words[0], words[1], words[2]);
    } catch (IOException _) {
      return "unknown";
    }
  }
}
