package dev.millrace.conformance.runner;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// How a run ended, for people.
///
/// @param report what the runner reported
/// @param disabled the reasons why tests were not run, with how many tests each holds back
public record Summary(Report report, SortedMap<String, Integer> disabled) {

  /// The summary of a report.
  ///
  /// @param names the names of all tests, also of those that were not run
  public static Summary of(Report report, Collection<String> names, ShimConfig config) {
    var disabled = new TreeMap<String, Integer>();
    names.forEach(
        name -> config.reason(name).ifPresent(reason -> disabled.merge(reason, 1, Integer::sum)));
    return new Summary(report, disabled);
  }

  /// Prints the counts, the names of the tests that failed, and why tests were not run.
  public void print(PrintStream out) {
    out.printf(
        "passed %d, failed %d, unimplemented %d, disabled %d%n",
        report.passed().size(),
        report.failed().size(),
        report.unimplemented().size(),
        disabled.values().stream().mapToInt(Integer::intValue).sum());
    report.failed().keySet().forEach(name -> out.println("failed: " + name));
    disabled.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
        .forEach(entry -> out.printf("disabled: %5d %s%n", entry.getValue(), entry.getKey()));
  }
}
