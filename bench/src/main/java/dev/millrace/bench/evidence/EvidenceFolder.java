package dev.millrace.bench.evidence;

import dev.millrace.bench.harness.BenchRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Where runs of benches are kept, and what is written of them: the page, its pictures, and the
/// summary in a README.
///
/// @param folder that of the page
public record EvidenceFolder(Path folder) {
  private static final String BEGIN = "<!-- evidence -->\n";
  private static final String END = "<!-- /evidence -->";

  /// Where runs are kept, a file for each bench.
  public Path results() {
    return folder.resolve("results");
  }

  /// The page.
  public Path page() {
    return folder.resolve("evidence.md");
  }

  /// Keeps a run; whoever reads meanwhile finds all of it or none.
  public void keep(BenchRun run) throws IOException {
    Path file = Files.createDirectories(results()).resolve(name(run.bench()));
    Path begun = results().resolve(run.bench() + ".part");
    Files.write(begun, run.lines());
    Files.move(begun, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /// Forgets all runs.
  public void clear() throws IOException {
    for (Stage stage : Stage.ALL) {
      Files.deleteIfExists(results().resolve(name(stage.bench())));
    }
  }

  /// The runs that are kept, by bench.
  ///
  /// @throws IOException if there is a file that holds something else
  public SequencedMap<String, BenchRun> runs() throws IOException {
    SequencedMap<String, BenchRun> runs = new LinkedHashMap<>();
    for (Stage stage : Stage.ALL) {
      Path file = results().resolve(name(stage.bench()));
      if (Files.exists(file)) {
        try {
          runs.put(stage.bench(), BenchRun.parse(Files.readAllLines(file)));
        } catch (IllegalArgumentException e) {
          throw new IOException("%s holds no run: %s".formatted(file, e.getMessage()), e);
        }
      }
    }
    return runs;
  }

  private static String name(String bench) {
    return bench + ".jsonl";
  }

  /// Writes the page and its pictures of runs.
  public void write(SequencedMap<String, BenchRun> runs) throws IOException {
    Evidence evidence = new Evidence(Claims.ALL, runs);
    Path pictures = Files.createDirectories(folder.resolve(EvidencePage.PICTURES));
    for (Claim claim : Claims.ALL) {
      Path picture = pictures.resolve(claim.name() + ".svg");
      if (evidence.isMeasured(claim)) {
        Files.writeString(picture, EvidencePicture.of(claim, evidence.findings(claim)));
      } else {
        Files.deleteIfExists(picture);
      }
    }
    Files.writeString(page(), EvidencePage.of(evidence));
  }

  /// A README with the summary of runs between its two marks.
  ///
  /// @param page the address of the page in it
  /// @throws IOException if it has no such marks
  public static String summarized(String readme, String page, SequencedMap<String, BenchRun> runs)
      throws IOException {
    int begin = readme.indexOf(BEGIN);
    int end = readme.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException("the README has no %s with %s after it".formatted(BEGIN.strip(), END));
    }
    String table =
        String.join("\n", new Summary(new Evidence(Claims.ALL, runs), page).lines()) + "\n";
    return readme.substring(0, begin + BEGIN.length()) + table + readme.substring(end);
  }
}
