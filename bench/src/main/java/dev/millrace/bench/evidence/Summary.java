package dev.millrace.bench.evidence;

import dev.millrace.bench.evidence.Finding.Verdict;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The table with a line for each claim.
///
/// @param page the address of the page that the lines lead to; empty on that page itself
record Summary(Evidence evidence, String page) {
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("| | known | figure | peer | theirs | ours | ratio | bars reached |");
    lines.add("|---|---|---|---|---|---|---|---|");
    evidence.claims().forEach(claim -> lines.add(line(claim)));
    return lines;
  }

  private String line(Claim claim) {
    String link = "[%s](%s#%s)".formatted(claim.heading(), page, claim.name());
    Finding first = evidence.findings(claim).getFirst();
    Optional<BenchResult> result = first.beside(claim.against());
    String figures =
        result
            .map(each -> figures(first.figure(), each))
            .orElse(first.figure().label() + " | | | not measured yet | ");
    return "| %s | %s | %s | %s |".formatted(link, claim.then(), figures, bars(claim));
  }

  private static String figures(Figure figure, BenchResult result) {
    return "%s, %s | `%s` | %s | %s | %s"
        .formatted(
            figure.label(),
            figure.unit(),
            result.peer(),
            Figures.plain(result.theirs().median()),
            Figures.plain(result.ours().median()),
            ratio(result));
  }

  /// How many times better ours is; nothing where one of both is 0.
  static String ratio(BenchResult result) {
    return Double.isFinite(result.ratio())
        ? String.format(Locale.ROOT, "%.2f", result.ratio())
        : "–";
  }

  private String bars(Claim claim) {
    List<Verdict> verdicts = evidence.verdicts(claim);
    long all = claim.figures().stream().mapToLong(figure -> figure.bars().size()).sum();
    if (all == 0) {
      return "no bar";
    }
    long reached = verdicts.stream().filter(Verdict::isReached).count();
    long open = all - verdicts.size();
    String text = "%d of %d".formatted(reached, all);
    return open == 0 ? text : text + ", %d not measured".formatted(open);
  }
}
