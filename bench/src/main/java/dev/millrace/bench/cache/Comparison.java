package dev.millrace.bench.cache;

import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Rounds;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Lines of the report whose loads are measured in turns.
record Comparison(String title, List<Line> lines) {

  /// Ours beside one peer, or beside itself.
  ///
  /// @param peer the peer's word
  record Line(String words, Load ours, String peer, Load theirs) {
    BenchResult result(Rounds<Load, Double> rounds) {
      return new BenchResult(
          SessionCacheBench.NAME,
          words,
          ours.unit(),
          ours.better(),
          rounds.spread(ours, Double::doubleValue),
          peer,
          rounds.spread(theirs, Double::doubleValue));
    }
  }

  /// Ours beside several peers at one load.
  static Comparison withPeers(String words, List<Side> peers, Function<Side, Load> load) {
    return new Comparison(
        words,
        peers.stream()
            .map(peer -> new Line(words, load.apply(Side.MILLRACE), peer.word(), load.apply(peer)))
            .toList());
  }

  /// Ours with 2, 4, 8, … threads, as far as there are cores for them, beside ours with one.
  ///
  /// @param load ours with so many threads
  static Comparison ofThreads(String words, int cores, IntFunction<Load> load) {
    return new Comparison(
        "scale " + words,
        IntStream.iterate(2, threads -> threads <= cores, threads -> 2 * threads)
            .mapToObj(threads ->
                new Line(
                    "scale=%d/1 %s".formatted(threads, words),
                    load.apply(threads),
                    "self-1-thread",
                    load.apply(1)))
            .toList());
  }

  /// The words of all lines.
  Stream<String> words() {
    return lines.stream().map(Line::words);
  }

  /// All that is to be measured, each once.
  List<Load> loads() {
    return lines.stream()
        .flatMap(line -> Stream.of(line.ours(), line.theirs()))
        .distinct()
        .toList();
  }
}
