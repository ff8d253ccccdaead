package dev.millrace.gateway.settings;

import java.util.Locale;
import java.util.Optional;

/// Finds the known word that a mistyped one was probably meant to be.
final class Nearest {
  private Nearest() {}

  /// The one of `known` that takes the fewest changes of a character, if at most a third of its
  /// characters change. Case and separators don't count.
  static Optional<String> to(String word, Iterable<String> known) {
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

  /// The Levenshtein distance, row by row.
  private static int changes(String from, String to) {
    var row = new int[to.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
