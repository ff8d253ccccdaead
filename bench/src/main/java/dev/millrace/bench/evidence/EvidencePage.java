package dev.millrace.bench.evidence;

import dev.millrace.bench.evidence.Finding.Verdict;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.BenchRun;
import dev.millrace.bench.harness.Figures;
import dev.millrace.bench.harness.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The page of the evidence, in Markdown. It says nothing but what the claims and the runs do, so
/// that equal runs give equal pages.
final class EvidencePage {
  /// Where the pictures lie, beside the page.
  static final String PICTURES = "evidence";

  private static final String INTRODUCTION =
      """
      <!-- Written by `./millrace bench all`, from results/ and the claims in the bench module. Changes by hand are lost. -->

      # Evidence

      Ten known taxes on a service that reads objects over TLS, what was measured of them when they came to be known, and what is left of them here: ours beside its peers, each pair in turns in one run. `./millrace bench all` measures all of it, and writes this page, its pictures and the summary in the [README](../../README.md#how-fast). What the words mean, and how it is measured: [README](README.md).

      A figure is a median; the least and the most of its rounds stand beside it. A ratio above 1 means that ours is better; where two ranges overlap, there is no difference to speak of. What was known was measured elsewhere, so it is a reason to look, and nothing to divide by.
      """;

  private final Evidence evidence;
  private final List<String> lines = new ArrayList<>();

  private EvidencePage(Evidence evidence) {
    this.evidence = evidence;
  }

  static String of(Evidence evidence) {
    EvidencePage page = new EvidencePage(evidence);
    page.lines.addAll(INTRODUCTION.lines().toList());
    page.add("", "## Summary", "");
    page.lines.addAll(new Summary(evidence, "").lines());
    page.misses();
    page.runs();
    evidence.claims().forEach(page::section);
    return String.join("\n", page.lines) + "\n";
  }

  private void add(String... more) {
    lines.addAll(List.of(more));
  }

  /// What did not reach its bar, from the figures alone.
  private void misses() {
    add("", "## What did not reach its bar", "");
    int before = lines.size();
    for (Claim claim : evidence.claims()) {
      for (Verdict verdict : evidence.verdicts(claim)) {
        if (!verdict.isReached()) {
          add("- " + miss(claim, verdict));
        }
      }
      String pending = pending(claim);
      if (!pending.isEmpty()) {
        add("- %s: not measured: %s.".formatted(link(claim), pending));
      }
    }
    if (lines.size() == before) {
      add("Nothing.");
    }
  }

  private static String link(Claim claim) {
    return "[%s](#%s)".formatted(claim.heading(), claim.name());
  }

  private static String miss(Claim claim, Verdict verdict) {
    BenchResult result = verdict.result();
    String seen =
        switch (verdict.bar()) {
          case Bar.Ratio _ ->
              "%s × `%s`%s"
                  .formatted(
                      Summary.ratio(result),
                      result.peer(),
                      verdict.isWithinNoise() ? "; the ranges overlap" : "");
          case Bar.Bound _ ->
              "%s (%s) %s"
                  .formatted(
                      Figures.plain(result.ours().median()),
                      range(result.ours()),
                      verdict.figure().unit());
        };
    return "%s, %s: the bar is %s, seen %s."
        .formatted(link(claim), verdict.figure().label(), verdict.bar().text(), seen);
  }

  /// The figures with a bar that nothing is known of.
  private String pending(Claim claim) {
    return evidence.findings(claim).stream()
        .filter(finding -> finding.verdicts().size() < finding.figure().bars().size())
        .map(finding -> finding.figure().label())
        .collect(Collectors.joining("; "));
  }

  private void runs() {
    add("", "## The run", "");
    if (evidence.runs().isEmpty()) {
      add("Nothing has been measured yet.");
      return;
    }
    BenchRun first = evidence.runs().firstEntry().getValue();
    add("```");
    add("version: " + first.version());
    add("machine: " + first.machine().processor());
    add("kernel:  " + first.machine().kernel());
    add("jdk:     " + first.machine().jdk());
    add("pace:    " + (first.quick() ? "--quick, so the figures are rough" : "full"));
    add("```", "");
    add(
        "| bench | begun | minutes | load before, of 1, 5 and 15 minutes | |",
        "|---|---|---|---|---|");
    evidence
        .runs()
        .values()
        .forEach(run ->
            add(
                "| `%s` | %s | %d | %s | %s |"
                    .formatted(
                        run.bench(),
                        run.begun(),
                        Math.ceilDiv(run.seconds(), 60),
                        run.machine().load(),
                        run.stopped().isEmpty() ? "" : "stopped: " + run.stopped())));
  }

  private void section(Claim claim) {
    add("", "<a id=\"%s\"></a>".formatted(claim.name()), "", "## " + claim.heading(), "");
    add(claim.known() + (claim.source().isEmpty() ? "" : " Source: %s.".formatted(claim.source())));
    add("", claim.compared());
    add(
        "",
        "Part: `%s`. By itself: `./millrace bench %s`. More figures, and what to make of them: [%s](%s)."
            .formatted(claim.part(), claim.bench(), file(claim.page()), claim.page()));
    evidence
        .run(claim)
        .ifPresentOrElse(run -> found(claim, run), () -> add("", "Not measured yet."));
  }

  private static String file(String page) {
    return page.replaceFirst("#.*", "");
  }

  private void found(Claim claim, BenchRun run) {
    if (!run.stopped().isEmpty()) {
      add("", "**The bench stopped: %s**".formatted(run.stopped()));
    }
    run.absent()
        .forEach((peer, remedy) -> add("", "Not measured: `%s`: %s.".formatted(peer, remedy)));
    if (evidence.isMeasured(claim)) {
      add(
          "",
          "![%s, ours and its peers](%s/%s.svg)".formatted(claim.title(), PICTURES, claim.name()));
    }
    add(
        "",
        "| figure | unit | side | median | least–most | ratio | bar |",
        "|---|---|---|---|---|---|---|");
    evidence.findings(claim).forEach(this::rows);
    add("", "<details><summary>How it was run</summary>", "", "```");
    lines.addAll(run.notes());
    add("```", "", "</details>");
  }

  private void rows(Finding finding) {
    Figure figure = finding.figure();
    if (!finding.isMeasured()) {
      add("| %s | %s | not measured | | | | |".formatted(figure.label(), figure.unit()));
      return;
    }
    BenchResult first = finding.results().getFirst();
    add(
        "| %s | %s | **ours** | %s | %s | | %s |"
            .formatted(
                figure.label(),
                figure.unit(),
                Figures.plain(first.ours().median()),
                range(first.ours()),
                bars(figure.bars().stream().filter(Bar.Bound.class::isInstance), first)));
    for (BenchResult result : finding.results()) {
      add(
          "| | | `%s` | %s | %s | %s | %s |"
              .formatted(
                  result.peer(),
                  Figures.plain(result.theirs().median()),
                  range(result.theirs()),
                  Summary.ratio(result),
                  bars(figure.bars().stream().filter(Bar.Ratio.class::isInstance), result)));
    }
  }

  private static String bars(Stream<Bar> bars, BenchResult result) {
    return bars.filter(bar -> bar.concerns(result))
        .map(bar -> verdict(bar, result))
        .collect(Collectors.joining(", "));
  }

  private static String verdict(Bar bar, BenchResult result) {
    String least =
        switch (bar) {
          case Bar.Ratio ratio -> Figures.plain(ratio.least());
          case Bar.Bound bound -> bound.text();
        };
    return "%s: %s".formatted(least, bar.isReachedBy(result) ? "reached" : "**not reached**");
  }

  private static String range(Spread spread) {
    return "%s–%s".formatted(Figures.plain(spread.min()), Figures.plain(spread.max()));
  }
}
