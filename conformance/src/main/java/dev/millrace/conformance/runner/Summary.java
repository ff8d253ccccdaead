package dev.millrace.conformance.runner;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/// How a run ended, for people.
///
/// @param report what the runner reported
/// @param lacking what tests asked for that is not there, with how many did
/// @param disabled the reasons why tests were not run, with how many tests each holds back
public record Summary(Report report, Map<String, Integer> lacking, Map<String, Integer> disabled) {

  /// The summary of a report.
  ///
  /// @param names the names of all tests, also of those that were not run
  public static Summary of(
      Report report, Map<String, Integer> lacking, Collection<String> names, ShimConfig config) {
    var disabled = new HashMap<String, Integer>();
    names.forEach(
        name -> config.reason(name).ifPresent(reason -> disabled.merge(reason, 1, Integer::sum)));
    return new Summary(report, lacking, disabled);
  }

  /// Prints the counts, the names of the tests that failed, and why others were not run.
  public void print(PrintStream out) {
    out.printf(
        "passed %d, failed %d, unimplemented %d, disabled %d%n",
        report.passed().size(),
        report.failed().size(),
        report.unimplemented().size(),
        disabled.values().stream().mapToInt(Integer::intValue).sum());
    report.failed().keySet().forEach(name -> out.println("failed: " + name));
    print(out, "unimplemented", lacking);
    print(out, "disabled", disabled);
  }

  /// The most frequent reasons first.
  private static void print(PrintStream out, String what, Map<String, Integer> reasons) {
    reasons.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(entry -> out.printf("%s: %5d %s%n", what, entry.getValue(), entry.getKey()));
  }
}
