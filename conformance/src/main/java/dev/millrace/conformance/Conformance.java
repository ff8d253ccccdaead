package dev.millrace.conformance;

import dev.millrace.conformance.exchange.Shim;
import dev.millrace.conformance.runner.BogoRunner;
import dev.millrace.conformance.runner.BogoRunner.Output;
import dev.millrace.conformance.runner.Report;
import dev.millrace.conformance.runner.ShimConfig;
import dev.millrace.conformance.runner.Summary;
import dev.millrace.conformance.shim.ShimServer;
import dev.millrace.conformance.stack.JdkStack;
import dev.millrace.conformance.stack.LenientCertificates;
import dev.millrace.conformance.stack.MillraceStack;
import dev.millrace.conformance.stack.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `millrace conformance RUNNER`: runs BoGo's tests and says how many passed. The exit status is 0
/// if none failed, 1 if one did or the run broke off, 2 for a command line that makes no sense.
@Command(
    name = "millrace conformance",
    mixinStandardHelpOptions = true,
    description = "Runs the tests of BoGo, BoringSSL's test runner, against Millrace tls.")
public final class Conformance implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUNNER",
      description = "The built runner: ssl/test/runner of BoringSSL.")
  private Path runner = Path.of("runner");

  @Option(
      names = "--test",
      paramLabel = "GLOB",
      description = "Run only tests with such names; semicolons separate several patterns.")
  private String tests = "";

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Keep the runner's report there: a result per test, in JSON.")
  private @Nullable Path json;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description = "Keep all that the runner says there.")
  private @Nullable Path log;

  @Option(
      names = "--runner-dir",
      paramLabel = "FOLDER",
      description = "The sources of the runner, if they are not beside it.")
  private @Nullable Path folder;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Run as many tests at a time; ${DEFAULT-VALUE} if not given.")
  private int workers = 4 * Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--jdk",
      description = "Run them against the JDK's implementation instead; any error will do then.")
  private boolean jdk;

  private Conformance() {}

  /// Runs the command and exits. A first word `conformance`, as `millrace` passes it on, is
  /// skipped.
  public static void main(String... arguments) {
    // BoringSSL's bound is 100 KiB; one test has a chain of 36.
    System.setProperty("jdk.tls.maxHandshakeMessageSize", "65536");
    System.setProperty("jdk.tls.client.maxInboundCertificateChainLength", "100");
    boolean named = arguments.length > 0 && arguments[0].equals("conformance");
    var line = new CommandLine(new Conformance());
    line.setExecutionExceptionHandler((e, command, _) -> {
      command.getErr().println("millrace: " + e.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    });
    System.exit(line.execute(Stream.of(arguments).skip(named ? 1 : 0).toArray(String[]::new)));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path sources = folder == null ? BogoRunner.folderOf(runner) : folder;
    var bogo = new BogoRunner(runner, sources, workers, tests);
    LenientCertificates.install();
    Path scratch = Files.createTempDirectory("millrace-conformance");
    var defaults = Output.in(scratch);
    var output =
        new Output(json == null ? defaults.json() : json, log == null ? defaults.log() : log);
    var shim = new Shim(stacks());
    try (var server = ShimServer.start(shim)) {
      var config = ShimConfig.load();
      Report report = bogo.run(server.port(), config, jdk, scratch, output);
      Summary.of(report, shim.lacking(), bogo.names(scratch), config).print(System.out);
      return report.failed().isEmpty() ? 0 : 1;
    } finally {
      delete(scratch);
    }
  }

  private Supplier<Stack> stacks() {
    return jdk ? JdkStack::new : MillraceStack::new;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }
}
