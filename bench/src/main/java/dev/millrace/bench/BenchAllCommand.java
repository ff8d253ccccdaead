package dev.millrace.bench;

import dev.millrace.bench.evidence.EvidenceFolder;
import dev.millrace.bench.evidence.EvidenceRun;
import dev.millrace.bench.harness.BenchRun;
import dev.millrace.gateway.Gateway;
import dev.millrace.gateway.command.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `millrace bench all`: measures what the page of the evidence shows, and writes it.
@Command(
    name = "all",
    mixinStandardHelpOptions = true,
    description =
        "Measures what docs/benchmarks/evidence.md shows, in about 90 minutes, and writes it, its"
            + " pictures and the summary in README.md. What each bench found is kept as it ends.")
final class BenchAllCommand implements Callable<Integer> {
  /// Where the checkout is, as its launcher says.
  private static final Path CHECKOUT = Path.of(System.getProperty("millrace.home", ""));

  private static final Path PAGES = CHECKOUT.resolve("docs", "benchmarks");
  private static final Path README = CHECKOUT.resolve("README.md");

  @Spec private @Nullable CommandSpec spec;

  @ParentCommand private @Nullable BenchCommand alone;

  @Option(
      names = "--quick",
      description = "End within 25 minutes; the figures are rough, and go to target/evidence.")
  private boolean quick;

  @Option(
      names = "--continue",
      description = "Measure only what an earlier run has left out, and keep the rest.")
  private boolean resumed;

  @Option(names = "--page", description = "Measure nothing; write the page of what is kept.")
  private boolean pageOnly;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Where results, page and pictures go, instead of docs/benchmarks.")
  private @Nullable Path out;

  @Override
  public Integer call() {
    if (alone != null && alone.isAsked()) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "options of all stand after it");
    }
    if (resumed && pageOnly) {
      throw new CommandFailure("--page measures nothing, so there is nothing to --continue", null);
    }
    EvidenceFolder folder = new EvidenceFolder(folder());
    try {
      if (!pageOnly) {
        measure(folder);
      }
      SequencedMap<String, BenchRun> runs = folder.runs();
      write(folder, runs);
      return runs.values().stream().allMatch(BenchRun::isWhole) ? 0 : 1;
    } catch (IOException e) {
      throw new CommandFailure(
          "bench all stopped in %s: %s".formatted(folder.folder(), e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("bench all was interrupted; it goes on with --continue", e);
    }
  }

  private Path folder() {
    if (out != null) {
      if (Files.exists(out) && !Files.isDirectory(out)) {
        throw new CommandFailure("%s is not a folder".formatted(out), null);
      }
      return out;
    }
    if (quick) {
      return CHECKOUT.resolve("target", "evidence");
    }
    if (!Files.isDirectory(PAGES)) {
      throw new CommandFailure(
          "there is no %s here; say where by --out FOLDER".formatted(PAGES), null);
    }
    return PAGES;
  }

  private void measure(EvidenceFolder folder) throws IOException, InterruptedException {
    EvidenceRun run =
        new EvidenceRun(BenchCommand.BENCHES, folder, Gateway.version(), quick, System.err);
    if (resumed) {
      run.resume();
    } else {
      run.begin();
    }
  }

  /// The README belongs to the pages of the checkout, and to no others.
  private static void write(EvidenceFolder folder, SequencedMap<String, BenchRun> runs)
      throws IOException {
    folder.write(runs);
    if (folder.folder().toAbsolutePath().normalize().equals(PAGES.toAbsolutePath().normalize())) {
      String page = "docs/benchmarks/evidence.md";
      Files.writeString(README, EvidenceFolder.summarized(Files.readString(README), page, runs));
    }
    System.out.println("written: " + folder.page());
  }
}
