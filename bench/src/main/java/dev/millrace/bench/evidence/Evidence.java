package dev.millrace.bench.evidence;

import dev.millrace.bench.evidence.Finding.Verdict;
import dev.millrace.bench.harness.BenchRun;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// All claims, and what runs of benches found about them.
///
/// @param runs by the names of their benches, in the order in which they are measured; some may be
///   missing
record Evidence(List<Claim> claims, SequencedMap<String, BenchRun> runs) {
  Optional<BenchRun> run(Claim claim) {
    return Optional.ofNullable(runs.get(claim.bench()));
  }

  List<Finding> findings(Claim claim) {
    var results = run(claim).map(BenchRun::results).orElse(List.of());
    return claim.figures().stream().map(figure -> new Finding(figure, figure.of(results))).toList();
  }

  List<Verdict> verdicts(Claim claim) {
    return findings(claim).stream().flatMap(finding -> finding.verdicts().stream()).toList();
  }

  boolean isMeasured(Claim claim) {
    return findings(claim).stream().anyMatch(Finding::isMeasured);
  }
}
