package dev.millrace.bench.cache;

import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Measures loads, each time in a JVM that is started for it.
///
/// @param classPath the jars of this program
record MeasuringJvm(Workbench workbench, Schedule schedule, String classPath) {
  /// The flags of the JVM that is measured, for all sides alike. Whoever needs a method compiled
  /// waits for it (`-Xbatch`): four threads leave the compiler too little of two cores otherwise,
  /// and lookups reach their speed after two seconds in one JVM and after six in the next.
  static final List<String> FLAGS =
      List.of(
          "-Xms1g",
          "-Xmx1g",
          "-XX:+AlwaysPreTouch",
          "-Xbatch",
          "--add-exports=java.base/sun.security.util=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

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

  /// Takes one figure of a load, in its unit.
  double measure(Load load) throws IOException, InterruptedException {
    return switch (load) {
      case Load.Throughput throughput -> throughput(throughput);
      case Load.Footprint footprint -> footprint(footprint);
    };
  }

  private double throughput(Load.Throughput load) throws IOException, InterruptedException {
    Path scores = workbench.folder().resolve("jmh.json");
    Files.deleteIfExists(scores);
    String spans = Integer.toString(schedule.spans());
    run(
        "jmh",
        HOST_FLAGS,
        List.of(
            "org.openjdk.jmh.Main",
            "^%s.%s$".formatted(CacheLoad.class.getName(), load.operation()),
            "-f",
            "1",
            "-wi",
            spans,
            "-w",
            schedule.warmUpMillis(load.threads()) + "ms",
            "-i",
            spans,
            "-r",
            schedule.millis() + "ms",
            "-t",
            Integer.toString(load.threads()),
            "-p",
            "side=" + load.side().name(),
            "-p",
            "keys=" + load.keys().name(),
            "-p",
            "capacity=" + load.capacity(),
            "-p",
            "span=" + load.span(),
            "-p",
            "expiry=" + load.expiry(),
            "-foe",
            "true",
            "-rf",
            "json",
            "-rff",
            scores.toString(),
            "-jvmArgs",
            String.join(" ", FLAGS)));
    Matcher score = SCORE.matcher(Files.readString(scores));
    if (!score.find()) {
      throw new IOException("JMH left no score in %s; is the disk full?".formatted(scores));
    }
    return Double.parseDouble(score.group(1));
  }

  private double footprint(Load.Footprint load) throws IOException, InterruptedException {
    return Double.parseDouble(
        run(
            "footprint",
            FLAGS,
            List.of(
                FootprintProbe.class.getName(),
                load.side().name(),
                Integer.toString(load.capacity()))));
  }

  /// Waits for the program's end and returns what it printed.
  private String run(String name, List<String> flags, List<String> program)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath));
    command.addAll(program);
    return workbench.start(name, command).awaitEnd();
  }
}
