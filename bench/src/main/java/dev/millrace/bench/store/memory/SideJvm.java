package dev.millrace.bench.store.memory;

import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.Dialogue;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.store.memory.probe.FootprintProbe;
import dev.millrace.bench.store.memory.probe.MeasuredJvm;
import dev.millrace.bench.store.memory.probe.Throughput;
import dev.millrace.bench.store.memory.side.Shape;
import dev.millrace.bench.store.memory.side.Side;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A JVM that one cache has to itself, started on the class path; it ends when closed.
record SideJvm(Dialogue dialogue) implements AutoCloseable {
  /// The flags, for all sides alike. The collector is the JVM's choice.
  static final List<String> FLAGS =
      List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");

  /// Where the heap has the keys that are asked for, and what a read copies. All sides are in
  /// memory at the same time, so no more of it than they need.
  static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m");

  /// Where it has all: more than twice what lives in it.
  static final List<String> HEAP_OF_ALL = List.of("-Xms3g", "-Xmx3g");

  /// How memory is measured: the heap is resident before the start, and its collector needs little
  /// beside it.
  static final List<String> FOOTPRINT =
      List.of("-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-Xms128m", "-Xmx128m");

  private static final List<String> FOOTPRINT_OF_ALL =
      List.of("-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-Xms3g", "-Xmx3g");

  /// Starts a JVM that fills a cache.
  static SideJvm start(Workbench workbench, Side side, Shape shape) throws IOException {
    return new SideJvm(
        workbench.converse(
            side.word(),
            command(side, side.isOnHeap() ? HEAP_OF_ALL : HEAP, MeasuredJvm.class, shape)));
  }

  /// One round.
  ///
  /// @throws IOException if it fails, as its JVM then does
  Throughput measure(int threads, long millis) throws IOException, InterruptedException {
    return Throughput.parse(dialogue.ask(MeasuredJvm.question(threads, millis)));
  }

  /// Bytes for each entry of a full cache, beside those of its key and its value.
  static double footprint(Workbench workbench, Side side, Shape shape)
      throws IOException, InterruptedException {
    List<String> flags = side.isOnHeap() ? FOOTPRINT_OF_ALL : FOOTPRINT;
    String printed =
        workbench
            .start("footprint-" + side.word(), command(side, flags, FootprintProbe.class, shape))
            .awaitEnd();
    return Double.parseDouble(printed.lines().toList().getLast());
  }

  private static List<String> command(Side side, List<String> heap, Class<?> program, Shape shape) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(heap);
    command.addAll(side.flags());
    command.addAll(List.of("-cp", classPath(), program.getName(), side.name()));
    command.addAll(List.of(Integer.toString(shape.entries()), Integer.toString(shape.value())));
    return command;
  }

  private static String classPath() {
    return ClassPath.own() + File.pathSeparator + peers();
  }

  /// The jars of the peers.
  static String peers() {
    return ClassPath.ofPeers("bench-store-peers");
  }

  @Override
  public void close() throws IOException {
    dialogue.close();
  }
}
