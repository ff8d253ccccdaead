package dev.millrace.bench.store.ssd;

import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.CpuTime;
import dev.millrace.bench.process.Dialogue;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.store.ssd.probe.Load;
import dev.millrace.bench.store.ssd.probe.ReadingJvm;
import dev.millrace.store.io.IoConfig.EngineChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/// A JVM with one engine, started on the class path; it ends when closed.
record EngineJvm(Dialogue dialogue) implements AutoCloseable {
  static final List<String> FLAGS =
      List.of("-Xms256m", "-Xmx256m", "--enable-native-access=ALL-UNNAMED");

  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

  static EngineJvm start(Workbench workbench, EngineChoice engine, int queues, Path file)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(List.of("-cp", ClassPath.own(), ReadingJvm.class.getName()));
    command.addAll(List.of(engine.name(), Integer.toString(queues), file.toString()));
    String name = engine.name().toLowerCase(Locale.ROOT) + "-" + queues;
    return new EngineJvm(workbench.converse(name, command));
  }

  /// What works in it, for people to read.
  String facts() throws IOException, InterruptedException {
    return dialogue.ask(ReadingJvm.FACTS);
  }

  /// Makes the file.
  ///
  /// @return what the file system refused; empty where it refused nothing
  String fill(long bytes) throws IOException, InterruptedException {
    return dialogue.ask(ReadingJvm.fill(bytes));
  }

  /// One round of a load.
  ///
  /// @throws IOException if it fails, as the JVM then does
  Sample read(Load load, Duration length) throws IOException, InterruptedException {
    ProcessHandle process = dialogue.child().process().toHandle();
    Duration before = CpuTime.of(process);
    String[] answer = dialogue.ask(ReadingJvm.question(load, length.toMillis())).split(" ", 2);
    Duration used = CpuTime.of(process).minus(before);
    double count = Long.parseLong(answer[0]);
    return new Sample(
        count * NANOS_PER_SECOND / Long.parseLong(answer[1]),
        used.toNanos() / NANOS_PER_MICRO / count);
  }

  @Override
  public void close() throws IOException {
    dialogue.close();
  }
}
