package dev.millrace.s3.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Dates as headers have them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7). The two
/// obsolete forms are not read.
///
/// A [DateTimeFormatter] takes a microsecond and a half for it, which is a tenth of all that a
/// client does for a small object, so it gets only what is not quite in that form: days of one
/// digit, say, as the JDK itself writes them.
public final class HttpDate {
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
  private static final int LENGTH = 29;

  private HttpDate() {}

  /// The instant that `text` names, to the second.
  ///
  /// @throws DateTimeException if it names none
  public static Instant parse(String text) {
    int month = text.length() == LENGTH ? MONTHS.indexOf(text.substring(8, 11)) : -1;
    if (month < 0 || month % 3 != 0 || !hasForm(text)) {
      return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
    }
    return LocalDateTime.of(
            number(text, 12, 16),
            month / 3 + 1,
            number(text, 5, 7),
            number(text, 17, 19),
            number(text, 20, 22),
            number(text, 23, 25))
        .toInstant(ZoneOffset.UTC);
  }

  private static boolean hasForm(String text) {
    return text.startsWith(", ", 3)
        && text.charAt(7) == ' '
        && text.charAt(11) == ' '
        && text.charAt(16) == ' '
        && text.charAt(19) == ':'
        && text.charAt(22) == ':'
        && text.endsWith(" GMT");
  }

  private static int number(String text, int begin, int end) {
    int number = 0;
    for (int i = begin; i < end; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw new DateTimeException("\"" + text + "\" is not a date");
      }
      number = 10 * number + digit;
    }
    return number;
  }
}
