package dev.millrace.gateway.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which part of a representation is asked for, in bytes or another unit (RFC 9110, section 14).
///
/// As S3 does, the gateway answers a request for several ranges with the whole object, which
/// section 14.2 allows. A header it cannot read is as good as none.
sealed interface RangeRequest {
  /// All of it.
  record Whole() implements RangeRequest {}

  /// The units from `first` to `last`, both included, of which there is at least one.
  record Part(long first, long last) implements RangeRequest {}

  /// A range that has nothing in common with it.
  record Unsatisfiable() implements RangeRequest {}

  Pattern SINGLE_RANGE = Pattern.compile("(\\w+)=[ \t]*(\\d*)-(\\d*)[ \t]*");

  /// Reads the value of a Range header, for what has `size` of a unit.
  static RangeRequest of(String header, String unit, long size) {
    Matcher range = SINGLE_RANGE.matcher(header);
    if (!range.matches() || !range.group(1).equalsIgnoreCase(unit)) {
      return new Whole();
    }
    String from = range.group(2);
    String to = range.group(3);
    if (from.isEmpty()) {
      return to.isEmpty() ? new Whole() : suffix(number(to), size);
    }
    long first = number(from);
    long last = to.isEmpty() ? Long.MAX_VALUE : number(to);
    if (last < first) {
      return new Whole();
    }
    return first >= size ? new Unsatisfiable() : new Part(first, Math.min(last, size - 1));
  }

  private static RangeRequest suffix(long length, long size) {
    return length == 0 || size == 0
        ? new Unsatisfiable()
        : new Part(Math.max(0, size - length), size - 1);
  }

  /// The number, or the largest there is where it is larger: no object reaches that far.
  private static long number(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException _) {
      return Long.MAX_VALUE;
    }
  }
}
