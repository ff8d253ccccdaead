package dev.millrace.bench.seal.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The lengths of the codes that make a text shortest, where no code may be longer than a limit.
///
/// By package-merge (Larmore and Hirschberg, "A fast algorithm for optimal length-limited Huffman
/// codes", JACM 37(3), 1990): symbols are coins of their frequency's worth, one of each for each
/// length up to the limit. From the longest length on, coins are paired by worth into packages that
/// join the coins of the next length. The cheapest 2n − 2 coins and packages of length 1 are
/// bought; how often a symbol is among them is how long its code is.
final class CodeLengths {
  /// A coin of one symbol, or a package of two.
  private record Item(long worth, int symbol, @Nullable Item one, @Nullable Item other) {
    void addTo(byte[] lengths) {
      if (one == null || other == null) {
        lengths[symbol]++;
      } else {
        one.addTo(lengths);
        other.addTo(lengths);
      }
    }
  }

  private CodeLengths() {}

  /// A code length for each symbol, 0 for those that do not occur. A single symbol that occurs gets
  /// 1.
  ///
  /// @param frequencies how often each symbol occurs
  /// @param limit the most that a length may be; no more symbols than 2 to its power occur
  static byte[] of(int[] frequencies, int limit) {
    byte[] lengths = new byte[frequencies.length];
    List<Item> coins =
        IntStream.range(0, frequencies.length)
            .filter(symbol -> frequencies[symbol] > 0)
            .mapToObj(symbol -> new Item(frequencies[symbol], symbol, null, null))
            .sorted(Comparator.comparingLong(Item::worth))
            .toList();
    if (coins.size() == 1) {
      lengths[coins.getFirst().symbol]++;
    }
    List<Item> items = coins;
    for (int length = limit; length > 1; length--) {
      items = merged(coins, packages(items));
    }
    items.stream().limit(Math.max(2L * coins.size() - 2, 0)).forEach(item -> item.addTo(lengths));
    return lengths;
  }

  private static List<Item> packages(List<Item> items) {
    List<Item> packages = new ArrayList<>();
    for (int i = 0; i + 1 < items.size(); i += 2) {
      Item one = items.get(i);
      Item other = items.get(i + 1);
      packages.add(new Item(one.worth + other.worth, -1, one, other));
    }
    return packages;
  }

  private static List<Item> merged(List<Item> coins, List<Item> packages) {
    List<Item> all = new ArrayList<>(coins);
    all.addAll(packages);
    all.sort(Comparator.comparingLong(Item::worth));
    return all;
  }
}
