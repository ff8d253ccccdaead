package dev.millrace.tls.rfc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Collects the sentences of RFCs that the sources quote where they fulfil them: in a comment, as
/// `RFC 8446, section 5.1: "The sentence."`, over as many lines as it takes.
///
/// `java tls/src/test/java/dev/millrace/tls/rfc/RfcCoverage.java` writes docs/rfc-coverage.md anew.
final class RfcCoverage {
  private static final Pattern COMMENT = Pattern.compile("^\\s*///?/? ?(.*)$");
  private static final Pattern QUOTATION =
      Pattern.compile(
          "RFC (\\d+), (section|appendix) ([0-9A-Z][0-9A-Z.]*)(?:, [^:\"]*)?: (\".+?\")(?=\\.?(?:$| RFC \\d))",
          Pattern.DOTALL);

  private RfcCoverage() {}

  /// A sentence and the file that quotes it.
  record Quotation(int rfc, String section, String sentence, String file) {}

  public static void main(String... args) throws IOException {
    Files.writeString(Path.of("docs/rfc-coverage.md"), page(Path.of("tls/src/main/java")));
  }

  /// The page of all quotations in a folder of sources.
  static String page(Path sources) throws IOException {
    StringBuilder page = new StringBuilder();
    page.append("# Sentences of RFCs, and where they are fulfilled\n\n")
        .append("Made from the comments of the sources; a test fails where it is out of date. To ")
        .append("make it anew: `java tls/src/test/java/dev/millrace/tls/rfc/RfcCoverage.java`.\n");
    TreeMap<Integer, List<Quotation>> byRfc =
        quotations(sources).stream()
            .collect(Collectors.groupingBy(Quotation::rfc, TreeMap::new, Collectors.toList()));
    byRfc.forEach((rfc, quotations) -> {
      page.append("\n## RFC ").append(rfc).append("\n\n| where | sentence | in |\n|---|---|---|\n");
      quotations.stream()
          .sorted(
              Comparator.comparing((Quotation each) -> sortable(each.section))
                  .thenComparing(Quotation::file)
                  .thenComparing(Quotation::sentence))
          .forEach(each ->
              page.append("| ")
                  .append(each.section)
                  .append(" | ")
                  .append(each.sentence.replace("|", "\\|"))
                  .append(" | ")
                  .append(each.file)
                  .append(" |\n"));
    });
    return page.toString();
  }

  private static List<Quotation> quotations(Path sources) throws IOException {
    List<Quotation> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).sorted().toList()) {
        collect(file, sources, all);
      }
    }
    return all;
  }

  private static void collect(Path file, Path sources, List<Quotation> all) throws IOException {
    String name =
        sources.relativize(file).toString().replace("dev/millrace/tls/", "").replace(".java", "");
    for (String comment : comments(Files.readAllLines(file))) {
      Matcher quotation = QUOTATION.matcher(comment);
      while (quotation.find()) {
        String sentence = quotation.group(4).replaceAll("\\s+", " ").strip();
        all.add(
            new Quotation(
                Integer.parseInt(quotation.group(1)),
                (quotation.group(2).equals("appendix") ? "appendix " : "") + quotation.group(3),
                sentence.substring(1, sentence.length() - 1),
                name));
      }
    }
  }

  /// The comments of a file; lines of one comment are joined, paragraphs are not.
  private static List<String> comments(List<String> lines) {
    List<String> comments = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    for (String line : lines) {
      Matcher comment = COMMENT.matcher(line);
      boolean goesOn = comment.matches() && !comment.group(1).isBlank();
      if (goesOn) {
        open.append(comment.group(1)).append(' ');
      }
      if (!goesOn && !open.isEmpty()) {
        comments.add(open.toString().strip());
        open.setLength(0);
      }
    }
    return comments;
  }

  private static String sortable(String section) {
    return Pattern.compile("\\d+")
        .matcher(section)
        .replaceAll(number -> "%04d".formatted(Integer.parseInt(number.group())));
  }
}
