package dev.millrace.fleet.zookeeper.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A ZooKeeper server in a JVM of its own, which can be killed and started again.
public final class ServerProcess {
  private final Path folder;
  private final List<String> command;
  private @Nullable Process process;

  /// A server that does not run yet.
  ///
  /// @param folder of this server alone
  /// @param classPath the server's jars, and what configures its log
  /// @param configuration lines of its file, other than that of its data
  public ServerProcess(Path folder, String classPath, List<String> configuration)
      throws IOException {
    this.folder = folder;
    Path file = folder.resolve("zoo.cfg");
    Files.writeString(file, String.join("\n", configuration) + "\ndataDir=" + folder + "/data\n");
    this.command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dzookeeper.admin.enableServer=false",
            "-cp",
            classPath,
            "org.apache.zookeeper.server.quorum.QuorumPeerMain",
            file.toString());
  }

  /// The folder of its data.
  public Path data() throws IOException {
    return Files.createDirectories(folder.resolve("data"));
  }

  /// Starts it, with the data it had.
  public void start() throws IOException {
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
            .start();
  }

  /// Ends it without its knowing, as kill -9 does.
  public void kill() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }
}
