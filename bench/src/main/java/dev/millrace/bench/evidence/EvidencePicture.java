package dev.millrace.bench.evidence;

import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Figures;
import dev.millrace.bench.harness.Spread;
import dev.millrace.bench.picture.BarPicture;
import dev.millrace.bench.picture.BarPicture.Bar;
import dev.millrace.bench.picture.BarPicture.Panel;
import java.util.ArrayList;
import java.util.List;

/// What was measured for a claim, drawn: a panel for each figure.
final class EvidencePicture {
  private EvidencePicture() {}

  /// @param findings of which one at least was measured
  static String of(Claim claim, List<Finding> findings) {
    List<Panel> panels =
        findings.stream().filter(Finding::isMeasured).map(EvidencePicture::panel).toList();
    return new BarPicture(claim.heading(), panels).svg();
  }

  private static Panel panel(Finding finding) {
    Figure figure = finding.figure();
    BenchResult first = finding.results().getFirst();
    String best = first.better() == Better.HIGHER ? "more is better" : "less is better";
    List<Bar> bars = new ArrayList<>();
    bars.add(bar("ours", first.ours(), true));
    finding.results().forEach(result -> bars.add(bar(result.peer(), result.theirs(), false)));
    return new Panel("%s, %s (%s)".formatted(figure.label(), figure.unit(), best), bars);
  }

  private static Bar bar(String name, Spread spread, boolean isOurs) {
    String median = Figures.plain(spread.median());
    String value =
        spread.min() == spread.max()
            ? median
            : "%s (%s–%s)"
                .formatted(median, Figures.plain(spread.min()), Figures.plain(spread.max()));
    return new Bar(name, spread.median(), spread.min(), spread.max(), value, isOurs);
  }
}
