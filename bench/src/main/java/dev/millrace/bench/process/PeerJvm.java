package dev.millrace.bench.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A JVM for the clients of HTTP and S3 that ours are compared with: it has this program on its
/// class path, and them.
public final class PeerJvm {
  /// The flags, for all sides alike.
  public static final List<String> FLAGS =
      List.of(
          "-Xms512m",
          "-Xmx512m",
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED");

  /// What its own path has in another version than one of the clients asks for.
  private static final String CONFLICTING_ARTIFACTS = "netty-";

  private PeerJvm() {}

  /// What is to be started.
  ///
  /// @param flags beside [#FLAGS]
  public static List<String> command(List<String> flags, Class<?> program, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(flags);
    String own = ClassPath.without(ClassPath.own(), CONFLICTING_ARTIFACTS);
    command.addAll(List.of("-cp", own + File.pathSeparator + peers(), program.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /// The jars of the clients, where the build has put them.
  public static String peers() {
    return ClassPath.ofPeers("bench-peers");
  }
}
