package dev.millrace.bench.store;

import java.util.SplittableRandom;

/// What is asked for, one after the other, drawn beforehand: drawing by Zipf's law takes longer
/// than a read. Threads go through the same draws from different points on, and around.
public final class Draws {
  private static final int COUNT = 1 << 23;
  private static final double EXPONENT = 0.99;
  private static final int PERCENT_OF_PUTS = 5;
  private static final int PERCENT = 100;

  /// Numbers of keys; those to be put as their complements.
  private final int[] draws = new int[COUNT];

  /// @param keys how many there are to choose from
  public Draws(int keys) {
    Zipf zipf = new Zipf(keys, EXPONENT, 1);
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < COUNT; i++) {
      int key = zipf.next();
      draws[i] = random.nextInt(PERCENT) < PERCENT_OF_PUTS ? ~key : key;
    }
  }

  /// A point to begin at.
  ///
  /// @param part of so many
  public static int start(int part, int parts) {
    return (int) ((long) COUNT * part / parts);
  }

  /// The draw at a point: the number of a key that is read, or the complement of that of one that
  /// is put.
  public int at(int point) {
    return draws[point & COUNT - 1];
  }
}
