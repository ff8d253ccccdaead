package dev.millrace.bench.store.gc;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A time at which the JVM stood still, whatever for: for the collector, mostly.
///
/// It does not include the time in which threads are woken: those woken first run by then, and can
/// take the core from the thread that is to wake the others. That a request waited for it is seen
/// by how long it took.
///
/// @param operation the JVM's name of what it did then
/// @param end seconds from the start of the JVM
/// @param reaching milliseconds from when threads were asked to stop to when all had
/// @param standing milliseconds from then to when they might go on
record Pause(String operation, double end, double reaching, double standing) {
  /// The flag of a JVM that lets it write them down.
  ///
  /// @param file without a comma or a colon in it
  static String flag(String file) {
    return "-Xlog:gc,safepoint:file=%s:uptimenanos,tags:filecount=0".formatted(file);
  }

  private static final Pattern LINE =
      Pattern.compile(
          "\\[(\\d+)ns\\]\\[safepoint *\\] Safepoint \"([^\"]+)\","
              + ".* Reaching safepoint: +(\\d+) ns,.* At safepoint: +(\\d+) ns,.*");
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  /// Those in what a JVM has written, in order.
  static List<Pause> parse(List<String> lines) {
    return lines.stream()
        .map(LINE::matcher)
        .filter(matcher -> matcher.matches())
        .map(matcher -> of(matcher.toMatchResult()))
        .toList();
  }

  private static Pause of(MatchResult line) {
    return new Pause(
        line.group(2),
        Long.parseLong(line.group(1)) / NANOS_PER_SECOND,
        Long.parseLong(line.group(3)) / NANOS_PER_MILLI,
        Long.parseLong(line.group(4)) / NANOS_PER_MILLI);
  }

  /// All of it.
  double millis() {
    return reaching + standing;
  }
}
