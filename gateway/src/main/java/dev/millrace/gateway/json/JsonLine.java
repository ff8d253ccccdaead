package dev.millrace.gateway.json;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Writes one JSON object (RFC 8259) in one line.
///
/// Not thread-safe. Names are the caller's constants; text is escaped, and halves of characters
/// come out as U+FFFD.
public final class JsonLine {
  private final StringBuilder out = new StringBuilder(256).append('{');

  public JsonLine add(String name, String text) {
    begin(name);
    append(text);
    return this;
  }

  public JsonLine add(String name, long number) {
    begin(name).append(number);
    return this;
  }

  /// Adds a number of hundredths, at least 0, as one with two digits after the point.
  public JsonLine addHundredths(String name, long hundredths) {
    begin(name)
        .append(hundredths / 100)
        .append('.')
        .append(hundredths / 10 % 10)
        .append(hundredths % 10);
    return this;
  }

  /// Adds a number, or null where it is none or infinite, which JSON has no text for.
  public JsonLine add(String name, double number) {
    begin(name).append(Double.isFinite(number) ? String.valueOf(number) : "null");
    return this;
  }

  public JsonLine add(String name, boolean truth) {
    begin(name).append(truth);
    return this;
  }

  public JsonLine add(String name, JsonLine object) {
    begin(name).append(object);
    return this;
  }

  /// Adds an array of objects.
  public JsonLine add(String name, List<JsonLine> objects) {
    begin(name)
        .append(
            objects.stream().map(JsonLine::toString).collect(Collectors.joining(",", "[", "]")));
    return this;
  }

  /// Adds an array of texts.
  public JsonLine addTexts(String name, List<String> texts) {
    begin(name).append('[');
    for (int i = 0; i < texts.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      append(texts.get(i));
    }
    out.append(']');
    return this;
  }

  private StringBuilder begin(String name) {
    if (out.length() > 1) {
      out.append(',');
    }
    return out.append('"').append(name).append("\":");
  }

  private void append(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        out.append(c).append(text.charAt(++i));
      } else {
        append(c);
      }
    }
    out.append('"');
  }

  private void append(char c) {
    switch (c) {
      case '"', '\\' -> out.append('\\').append(c);
      case '\n' -> out.append("\\n");
      case '\t' -> out.append("\\t");
      default -> {
        if (Character.isSurrogate(c)) {
          out.append('\uFFFD');
        } else if (isPlain(c)) {
          out.append(c);
        } else {
          out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
      }
    }
  }

  /// Whether `c` neither has to be escaped nor ends a line to anybody.
  private static boolean isPlain(char c) {
    return !Character.isISOControl(c) && c != '\u2028' && c != '\u2029';
  }

  /// The object, without a line end.
  @Override
  public String toString() {
    return out + "}";
  }
}
