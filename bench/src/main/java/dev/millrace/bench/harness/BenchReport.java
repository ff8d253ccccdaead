package dev.millrace.bench.harness;

/// Where a bench tells what it found. Not safe for use by several threads at once.
public interface BenchReport {
  /// Takes one figure.
  void result(BenchResult result);

  /// Takes a fact that the reader of the figures needs: a version, a load, a number of rounds.
  void note(String line);

  /// Takes word of a peer that could not be measured.
  ///
  /// @param peer its short name
  /// @param remedy why, and what to do about it
  void absent(String peer, String remedy);

  /// Takes word of what is being measured now.
  void progress(String line);

  /// Prints what is still held back; nothing is reported after this.
  void finish();
}
