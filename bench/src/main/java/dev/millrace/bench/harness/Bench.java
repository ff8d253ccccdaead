package dev.millrace.bench.harness;

import java.io.IOException;

/// A comparison of one part of Millrace with its peers.
///
/// All peers are measured in one call of [#run], interleaved with ours, so that whatever else the
/// machine does meets them alike.
public interface Bench {
  /// The word that names this bench on the command line.
  String name();

  /// What is measured, in one line.
  String description();

  /// Whether it can leave flight recordings.
  default boolean records() {
    return false;
  }

  /// Whether it can replay requests from a file.
  default boolean replays() {
    return false;
  }

  /// Measures every case and reports its results as they come.
  ///
  /// @throws dev.millrace.gateway.command.CommandFailure if something is missing that the user can
  ///   provide
  void run(BenchOptions options, BenchReport report) throws IOException, InterruptedException;
}
