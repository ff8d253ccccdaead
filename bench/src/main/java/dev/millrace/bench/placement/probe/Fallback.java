package dev.millrace.bench.placement.probe;

import dev.millrace.bench.placement.side.Placing;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.inference.ChiSquareTest;

/// How the keys of one main node spread over the auxiliary ones, for the main node where they do
/// worst.
///
/// @param p how probable it is that one of all main nodes does as badly by chance: its p by
///   chi-square times the number of main nodes, but no more than 1
/// @param empty how many auxiliary nodes get no key
/// @param skew the keys of the auxiliary node that gets most, by those that it would get of an even
///   spread
public record Fallback(double p, int empty, double skew) {
  /// @param weights those of the auxiliary nodes
  static Fallback of(
      Placing main, int mainNodes, Placing auxiliary, double[] weights, List<String> keys) {
    long[][] table = new long[mainNodes][weights.length];
    for (String key : keys) {
      table[main.place(key)][auxiliary.place(key)]++;
    }
    return of(table, weights);
  }

  /// @param table the keys of each main node, by auxiliary node; main nodes without keys are passed
  ///   over
  static Fallback of(long[][] table, double[] weights) {
    double all = Arrays.stream(weights).sum();
    double p = 1;
    int empty = 0;
    double skew = 1;
    for (long[] row : table) {
      long keys = Arrays.stream(row).sum();
      if (keys == 0) {
        continue;
      }
      p = Math.min(p, table.length * ChiSquareTest.withDefaults().test(weights, row).getPValue());
      empty = Math.max(empty, (int) Arrays.stream(row).filter(count -> count == 0).count());
      for (int i = 0; i < row.length; i++) {
        skew = Math.max(skew, row[i] * all / (keys * weights[i]));
      }
    }
    return new Fallback(p, empty, skew);
  }

  String line() {
    return p + " " + empty + " " + skew;
  }

  /// Reads what a JVM has answered.
  public static Fallback parse(String line) {
    String[] words = line.split(" ", 3);
    return new Fallback(
        Double.parseDouble(words[0]), Integer.parseInt(words[1]), Double.parseDouble(words[2]));
  }
}
