package dev.millrace.gateway.settings;

import java.util.Locale;
import java.util.Optional;

/// Finds the known word that a mistyped one was probably meant to be.
public final class Nearest {
  private Nearest() {}

  /// The one of `known` that takes the fewest changes of a character, if at most a third of its
  /// characters change. Case and separators don't count.
  public static Optional<String> to(String word, Iterable<String> known) {
    var folded = folded(word);
    String best = null;
    int fewest = Integer.MAX_VALUE;
    for (var candidate : known) {
      int changes = changes(folded, folded(candidate));
      if (changes < fewest && changes * 3 <= folded(candidate).length()) {
        best = candidate;
        fewest = changes;
      }
    }
    return Optional.ofNullable(best);
  }

  private static String folded(String word) {
    var letters = word.toLowerCase(Locale.ROOT).replaceAll("[-_. ]", "");
    return letters.length() <= 64 ? letters : letters.substring(0, 64);
  }

  /// The optimal string alignment distance: to replace, insert or leave out a character is one
  /// change, and so is to swap two neighbours. Row by row, of the first `i` characters of one and
  /// the first `j` of the other.
  private static int changes(String from, String to) {
    var changes = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        changes[i][j] = i == 0 || j == 0 ? i + j : fewest(changes, from, i, to, j);
      }
    }
    return changes[from.length()][to.length()];
  }

  private static int fewest(int[][] changes, String from, int i, String to, int j) {
    char last = from.charAt(i - 1);
    char wanted = to.charAt(j - 1);
    int fewest = Math.min(changes[i - 1][j], changes[i][j - 1]) + 1;
    fewest = Math.min(fewest, changes[i - 1][j - 1] + (last == wanted ? 0 : 1));
    boolean isSwap = i > 1 && j > 1 && last == to.charAt(j - 2) && wanted == from.charAt(i - 2);
    return isSwap ? Math.min(fewest, changes[i - 2][j - 2] + 1) : fewest;
  }
}
