package dev.millrace.fleet.placement;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/// How many of many keys belong to each of several members.
public final class Loads {
  /// A million different keys such as objects have.
  static final int MANY = 1_000_000;

  private Loads() {}

  static String key(int number) {
    return "bucket/2026/object-" + number + ".bin";
  }

  static List<String> names(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(number -> "gw-" + number).toList();
  }

  static long[] loads(Placement<?> placement) {
    return counts(MANY, placement.members().size(), number -> placement.place(key(number)));
  }

  /// How many of the numbers below `numbers` fall into each class.
  public static long[] counts(int numbers, int classes, ToIntFunction<Integer> classOf) {
    long[] counts = new long[classes];
    for (int number = 0; number < numbers; number++) {
      counts[classOf.applyAsInt(number)]++;
    }
    return counts;
  }

  /// Pearson's statistic of counts that are expected in proportion to `shares`.
  public static double chiSquare(long[] counts, double[] shares) {
    double total = Arrays.stream(counts).sum() / Arrays.stream(shares).sum();
    return IntStream.range(0, counts.length)
        .mapToDouble(i -> Math.pow(counts[i] - total * shares[i], 2) / (total * shares[i]))
        .sum();
  }

  /// The statistic where all classes are expected to have as many.
  public static double chiSquare(long[] counts) {
    return chiSquare(counts, IntStream.range(0, counts.length).mapToDouble(_ -> 1).toArray());
  }

  /// What the statistic exceeds by chance once in ten thousand times, after Wilson and Hilferty.
  public static double rarely(int degreesOfFreedom) {
    double part = 2.0 / (9 * degreesOfFreedom);
    return degreesOfFreedom * Math.pow(1 - part + 3.719 * Math.sqrt(part), 3);
  }
}
