package dev.millrace.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What one JVM, started for it, finds out by JMH.
///
/// @param classPath the jars of this program
/// @param flags of the JVM that is measured
public record JmhRun(Workbench workbench, String classPath, List<String> flags) {
  /// The flags of the JVM that JMH starts the measured one from. JMH is told not to mind others:
  /// its lock is a file that belongs to whoever was first to use JMH on the machine.
  private static final List<String> HOST_FLAGS =
      List.of(
          "-Xmx128m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "--sun-misc-unsafe-memory-access=allow",
          "-Djmh.ignoreLock=true");

  private static final Pattern SCORE = Pattern.compile("\"score\" : ([0-9.E+-]+)");

  /// How long it takes.
  ///
  /// @param count how many spans of time count, after as many that do not
  /// @param warmUpMillis the length of a span that does not count
  /// @param millis the length of one that does
  public record Spans(int count, int warmUpMillis, int millis) {}

  /// The score of a method, in the unit that it is declared with.
  ///
  /// @param parameters the fields marked as such, by their names
  public double score(
      Class<?> type, String method, int threads, Spans spans, Map<String, String> parameters)
      throws IOException, InterruptedException {
    Path scores = workbench.folder().resolve("jmh.json");
    Files.deleteIfExists(scores);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(HOST_FLAGS);
    command.addAll(List.of("-cp", classPath, "org.openjdk.jmh.Main"));
    command.add("^%s.%s$".formatted(type.getName(), method));
    command.addAll(timing(threads, spans));
    parameters.forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
    command.addAll(List.of("-foe", "true", "-rf", "json", "-rff", scores.toString()));
    command.addAll(List.of("-jvmArgs", String.join(" ", flags)));
    workbench.start("jmh", command).awaitEnd();
    Matcher score = SCORE.matcher(Files.readString(scores));
    if (!score.find()) {
      throw new IOException("JMH left no score in %s; is the disk full?".formatted(scores));
    }
    return Double.parseDouble(score.group(1));
  }

  private static List<String> timing(int threads, Spans spans) {
    String count = Integer.toString(spans.count());
    return List.of(
        "-f",
        "1",
        "-wi",
        count,
        "-w",
        spans.warmUpMillis() + "ms",
        "-i",
        count,
        "-r",
        spans.millis() + "ms",
        "-t",
        Integer.toString(threads));
  }
}
