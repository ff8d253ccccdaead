package dev.millrace.bench.gateway;

import dev.millrace.bench.process.Child;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Our gateway, as `millrace serve` runs it.
final class MillraceServer {
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Pattern ADDRESS = Pattern.compile("https://127\\.0\\.0\\.1:(\\d+)");

  private MillraceServer() {}

  static Server start(Workbench workbench, Site site) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(ownCommand());
    command.addAll(
        List.of(
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--origin",
            site.objects().toString(),
            "--certificate",
            site.certificate().chain().toString(),
            "--key",
            site.certificate().key().toString(),
            "--state",
            workbench.folder().resolve("state").toString(),
            "--facts-time-to-live",
            "1h",
            "--access-log",
            "false"));
    Child child = workbench.start("millrace", command);
    int port = Integer.parseInt(child.awaitOutput(ADDRESS, START_LIMIT).group(1));
    return new Server("millrace", "this build", port, List.of(child.process().toHandle()));
  }

  /// The command line that started this very process, up to the subcommand: the launcher's JVM
  /// flags and modules are then those of `millrace serve`.
  private static List<String> ownCommand() throws IOException {
    String module = System.getProperty("jdk.module.main");
    String mainClass = System.getProperty("jdk.module.main.class");
    if (module == null || mainClass == null) {
      throw new IOException("this bench only runs from the modules: use ./millrace bench gateway");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("--module", module + "/" + mainClass));
    return command;
  }
}
