package dev.millrace.bench.placement;

import dev.millrace.bench.placement.probe.Fallback;
import dev.millrace.bench.placement.probe.Keys;
import dev.millrace.bench.placement.probe.PlacingJvm;
import dev.millrace.bench.placement.probe.Timing;
import dev.millrace.bench.placement.side.Side;
import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.Dialogue;
import dev.millrace.bench.process.Workbench;
import dev.millrace.fleet.Tier;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A JVM that one side has to itself, started on the class path; it ends when closed.
record SideJvm(Dialogue dialogue) implements AutoCloseable {
  /// The flags, for all sides alike. The ring's hash reads strings by Unsafe.
  static final List<String> FLAGS =
      List.of(
          "-Xms128m",
          "-Xmx128m",
          "-XX:+UseSerialGC",
          "--sun-misc-unsafe-memory-access=allow",
          "--add-opens=java.base/java.lang=ALL-UNNAMED");

  static SideJvm start(Workbench workbench, Side side) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(List.of("-cp", classPath(), PlacingJvm.class.getName(), side.name()));
    return new SideJvm(workbench.converse(side.word(), command));
  }

  /// What the JVMs have on their class path.
  static String classPath() {
    return ClassPath.own() + File.pathSeparator + ClassPath.ofPeers("bench-fleet-peers");
  }

  Timing time(int repetitions) throws IOException, InterruptedException {
    return Timing.parse(dialogue.ask(PlacingJvm.timing(repetitions)));
  }

  /// @param main by which side keys are placed on the main tier
  /// @param hash the tier whose hash places on the auxiliary one
  Fallback fallback(Keys keys, Side main, Tier hash) throws IOException, InterruptedException {
    return Fallback.parse(dialogue.ask(PlacingJvm.fallback(keys, main, hash)));
  }

  @Override
  public void close() throws IOException {
    dialogue.close();
  }
}
