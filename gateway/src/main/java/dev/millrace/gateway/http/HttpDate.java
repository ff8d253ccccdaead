package dev.millrace.gateway.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;

/// Dates as HTTP writes them (RFC 9110, section 5.6.7).
final class HttpDate {
  private static final DateTimeFormatter FIXDATE = formatter("EEE, dd MMM uuuu HH:mm:ss 'GMT'");

  private static final DateTimeFormatter ASCTIME = formatter("EEE MMM ppd HH:mm:ss uuuu");

  private HttpDate() {}

  static String format(Instant instant) {
    return FIXDATE.format(instant);
  }

  /// The date in any of the three forms that a recipient must accept; nothing where it is in none.
  static Optional<Instant> parse(String text) {
    return parse(text, FIXDATE).or(() -> parse(text, ASCTIME)).or(() -> parse(text, rfc850()));
  }

  private static Optional<Instant> parse(String text, DateTimeFormatter form) {
    try {
      return Optional.of(form.parse(text, Instant::from));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /// A year of two digits is at most 50 years ahead.
  private static DateTimeFormatter rfc850() {
    return new DateTimeFormatterBuilder()
        .appendPattern("EEEE, dd-MMM-")
        .appendValueReduced(ChronoField.YEAR, 2, 2, LocalDate.now(ZoneOffset.UTC).minusYears(49))
        .appendPattern(" HH:mm:ss 'GMT'")
        .toFormatter(Locale.US)
        .withZone(ZoneOffset.UTC);
  }

  private static DateTimeFormatter formatter(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.US).withZone(ZoneOffset.UTC);
  }
}
