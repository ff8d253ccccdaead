package dev.millrace.bench.s3;

import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.Dialogue;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.s3.client.Side;
import dev.millrace.bench.s3.probe.Batch;
import dev.millrace.bench.s3.probe.DownloadingJvm;
import dev.millrace.bench.s3.probe.Load;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A JVM that downloads for one side, started on the class path; it ends when closed.
record ClientJvm(Dialogue dialogue) implements AutoCloseable {
  /// The flags, for all sides alike.
  static final List<String> FLAGS =
      List.of(
          "-Xms512m",
          "-Xmx512m",
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED");

  /// What its own path has in another version than one of the clients asks for.
  private static final String CONFLICTING_ARTIFACTS = "netty-";

  static ClientJvm start(Workbench workbench, Side side, Origin origin) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(origin.trust());
    String own = ClassPath.without(ClassPath.own(), CONFLICTING_ARTIFACTS);
    command.addAll(List.of("-cp", own + File.pathSeparator + peers()));
    command.addAll(List.of(DownloadingJvm.class.getName(), side.name(), origin.root().toString()));
    return new ClientJvm(workbench.converse(side.word(), command));
  }

  /// The jars of the clients, where the build has put them.
  static String peers() {
    try {
      URI code = ClientJvm.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      Path folder =
          Path.of(code).resolveSibling(Path.of("..", "..", "bench-peers", "target", "lib"));
      return folder.normalize() + File.separator + "*";
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// One round of a load.
  ///
  /// @throws IOException if it fails, as the JVM then does
  Batch download(Load load, Duration length) throws IOException, InterruptedException {
    return Batch.parse(dialogue.ask(DownloadingJvm.question(load, length.toMillis())));
  }

  ProcessHandle process() {
    return dialogue.child().process().toHandle();
  }

  @Override
  public void close() throws IOException {
    dialogue.close();
  }
}
