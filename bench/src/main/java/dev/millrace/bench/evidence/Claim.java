package dev.millrace.bench.evidence;

import java.util.List;

/// A known problem, and what is measured to see what is left of it.
///
/// @param name as in the names of files and links: `tax-` and its number, for a tax
/// @param title the problem in a few words
/// @param part the module that answers it
/// @param known what was known, and measured then, in sentences
/// @param then the figure that was known, in a few words
/// @param source who told it; empty where there is nothing to be told
/// @param compared what is set beside what now, in sentences
/// @param bench the bench that measures it
/// @param page the page with longer figures and what to make of them
/// @param against the peer of the first figure that stands for all where there is room for one
/// @param figures at least one
record Claim(
    String name,
    String title,
    String part,
    String known,
    String then,
    String source,
    String compared,
    String bench,
    String page,
    String against,
    List<Figure> figures) {

  private static final String TAX = "tax-";

  /// What a heading says.
  String heading() {
    return name.startsWith(TAX) ? number() + ". " + title : title;
  }

  /// Which of the taxes it is; the largest number for what is none.
  int number() {
    return name.startsWith(TAX)
        ? Integer.parseInt(name.substring(TAX.length()))
        : Integer.MAX_VALUE;
  }
}
