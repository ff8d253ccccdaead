package dev.millrace.gateway.settings;

import java.time.Duration;
import java.util.regex.Pattern;

/// Durations as people write them: `250ms`, `10s`, `5m`, `1h`.
public final class TimeSpan {
  private static final Pattern FORM = Pattern.compile("(\\d{1,15}) ?(ms|s|m|h)");

  private TimeSpan() {}

  /// The duration that `text` means.
  ///
  /// @throws IllegalArgumentException if it means none
  public static Duration parse(String text) {
    var form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("not a duration: " + text);
    }
    long count = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      default -> Duration.ofHours(count);
    };
  }

  /// `span` in the largest unit that leaves no remainder, to the millisecond; [#parse] reads it
  /// back.
  public static String text(Duration span) {
    long millis = span.toMillis();
    if (millis % 1_000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1_000;
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    }
    return seconds % 3_600 == 0 ? seconds / 3_600 + "h" : seconds / 60 + "m";
  }

  /// `span`, which is not negative, to whole seconds, or to minutes from an hour on: `45s`, `12m
  /// 5s`, `2h 13m`.
  public static String rounded(Duration span) {
    long seconds = span.toSeconds();
    if (seconds < 60) {
      return seconds + "s";
    }
    return seconds < 3_600
        ? seconds / 60 + "m " + seconds % 60 + "s"
        : seconds / 3_600 + "h " + seconds / 60 % 60 + "m";
  }
}
