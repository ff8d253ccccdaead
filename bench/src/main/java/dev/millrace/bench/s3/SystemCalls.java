package dev.millrace.bench.s3;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// How many system calls a process made.
///
/// @param total all of them
/// @param polls those that wait for readiness, or say what to wait for
/// @param futexes those by which threads wait for and wake each other
record SystemCalls(double total, double polls, double futexes) {
  private static final SystemCalls NONE = new SystemCalls(0, 0, 0);
  private static final Pattern LINE =
      Pattern.compile(
          "^ *[\\d.]+ +[\\d.]+ +\\d+ +(?<calls>\\d+) +(\\d+ +)?(?<name>\\w+)$", Pattern.MULTILINE);
  private static final Pattern POLL = Pattern.compile("p?poll|p?select6?|epoll_.*");

  /// Reads the table that `strace -c` prints.
  static SystemCalls parse(String table) {
    return LINE.matcher(table)
        .results()
        .filter(line -> !line.group("name").equals("total"))
        .map(SystemCalls::of)
        .reduce(NONE, SystemCalls::plus);
  }

  private static SystemCalls of(MatchResult line) {
    double calls = Double.parseDouble(line.group("calls"));
    String name = line.group("name");
    return new SystemCalls(
        calls, POLL.matcher(name).matches() ? calls : 0, name.startsWith("futex") ? calls : 0);
  }

  private SystemCalls plus(SystemCalls other) {
    return new SystemCalls(total + other.total, polls + other.polls, futexes + other.futexes);
  }

  /// As many for each of several downloads.
  SystemCalls per(long downloads) {
    return new SystemCalls(total / downloads, polls / downloads, futexes / downloads);
  }
}
