package dev.millrace.bench.tls;

import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.Dialogue;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.tls.probe.Answer;
import dev.millrace.bench.tls.probe.Load;
import dev.millrace.bench.tls.probe.MeasuredJvm;
import dev.millrace.bench.tls.side.Side;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A JVM that measures one side, started on the class path; it ends when closed.
record SideJvm(Dialogue dialogue) implements AutoCloseable {
  /// The flags, for all sides alike. The heap is in memory before the start, so that what a side
  /// needs beside it can be seen from outside.
  static final List<String> FLAGS =
      List.of(
          "-Xms512m",
          "-Xmx512m",
          "-XX:+AlwaysPreTouch",
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED");

  /// What brings native cryptography to ours.
  private static final String NATIVE_ARTIFACT = "millrace-tls-native";

  /// @param name what its log is named by
  /// @param recordings the folder for flight recordings, or null for none
  static SideJvm start(Workbench workbench, String name, Side side, @Nullable Path recordings)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    String classPath =
        switch (side) {
          case MILLRACE -> ClassPath.own();
          case MILLRACE_CORRETTO -> ClassPath.own() + File.pathSeparator + corretto();
          case MILLRACE_JDK, SUNJSSE, CONSCRYPT, TCNATIVE ->
              ClassPath.without(ClassPath.own(), NATIVE_ARTIFACT);
        };
    command.addAll(List.of("-cp", classPath, MeasuredJvm.class.getName()));
    command.addAll(List.of(side.name(), workbench.folder().toString()));
    if (recordings != null) {
      command.add(recordings.toAbsolutePath().toString());
    }
    return new SideJvm(workbench.converse(name, command));
  }

  /// The jar of Amazon Corretto Crypto Provider, where the build has put it.
  static String corretto() {
    try {
      URI code = SideJvm.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(code).resolveSibling("corretto") + File.separator + "*";
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// One round of a load.
  ///
  /// @throws IOException if it fails, as its JVM then does
  Answer measure(Load load, Duration length) throws IOException, InterruptedException {
    return Answer.parse(dialogue.ask(MeasuredJvm.question(load, length.toMillis())));
  }

  @Override
  public void close() throws IOException {
    dialogue.close();
  }
}
