package dev.millrace.bench.cache;

import dev.millrace.bench.process.JmhRun;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

  /// Takes one figure of a load, in its unit.
  double measure(Load load) throws IOException, InterruptedException {
    return switch (load) {
      case Load.Throughput throughput -> throughput(throughput);
      case Load.Footprint footprint -> footprint(footprint);
    };
  }

  private double throughput(Load.Throughput load) throws IOException, InterruptedException {
    return new JmhRun(workbench, classPath, FLAGS)
        .score(
            CacheLoad.class,
            load.operation(),
            load.threads(),
            new JmhRun.Spans(
                schedule.spans(), schedule.warmUpMillis(load.threads()), schedule.millis()),
            Map.of(
                "side", load.side().name(),
                "keys", load.keys().name(),
                "capacity", Integer.toString(load.capacity()),
                "span", Integer.toString(load.span()),
                "expiry", Boolean.toString(load.expiry())));
  }

  private double footprint(Load.Footprint load) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(List.of("-cp", classPath, FootprintProbe.class.getName()));
    command.addAll(List.of(load.side().name(), Integer.toString(load.capacity())));
    return Double.parseDouble(workbench.start("footprint", command).awaitEnd());
  }
}
