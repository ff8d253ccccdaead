package dev.millrace.gateway.http;

import dev.millrace.gateway.slice.Source;
import java.util.Locale;

/// Where the first byte of an answer came from.
public enum AnswerSource {
  MEMORY,
  SSD,

  /// It was on its way when it was asked for.
  FLIGHT,

  PEER,
  ORIGIN,

  /// The object was sent in its sealed form.
  SEALED,

  /// The answer holds no byte of an object.
  NONE;

  private final String text = name().toLowerCase(Locale.ROOT);

  static AnswerSource of(Source source) {
    return switch (source) {
      case MEMORY -> MEMORY;
      case SSD -> SSD;
      case FLIGHT -> FLIGHT;
      case PEER -> PEER;
      case ORIGIN -> ORIGIN;
    };
  }

  /// As logs and metrics say it.
  public String text() {
    return text;
  }
}
