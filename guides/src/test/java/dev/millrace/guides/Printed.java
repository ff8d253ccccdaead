package dev.millrace.guides;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a guide says that a program prints: `…` stands for any text, alone on a line for any lines.
/// Blanks at the ends of lines, and how many there are in a row, are of no interest.
record Printed(List<String> lines) {
  private static final String ANY = "…";

  Printed {
    lines = List.copyOf(lines);
  }

  /// Whether it is all of `output`.
  boolean isAllOf(String output) {
    return pattern().matcher(normalized(output)).matches();
  }

  /// Whether `output` begins with it.
  boolean begins(String output) {
    return pattern().matcher(normalized(output)).lookingAt();
  }

  private Pattern pattern() {
    return Pattern.compile(lines.stream().map(Printed::lineRegex).collect(Collectors.joining()));
  }

  private static String lineRegex(String line) {
    if (line.strip().equals(ANY)) {
      return "(?:.*\n)*?";
    }
    return Pattern.compile(ANY)
        .splitAsStream(blanksJoined(line) + "\n")
        .map(Pattern::quote)
        .collect(Collectors.joining(".*?"));
  }

  private static String normalized(String output) {
    return output.lines().map(line -> blanksJoined(line) + "\n").collect(Collectors.joining());
  }

  private static String blanksJoined(String line) {
    return line.replaceAll("\\s+", " ").stripTrailing();
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
