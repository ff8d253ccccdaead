package dev.millrace.s3.http;

/// The characters that HTTP allows where (RFC 9110, sections 5.5 and 5.6.2; RFC 9112, section 3.2).
final class Grammar {
  private static final boolean[] TOKEN = new boolean[128];

  static {
    "!#$%&'*+-.^_`|~0123456789".chars().forEach(c -> TOKEN[c] = true);
    for (char c = 'a'; c <= 'z'; c++) {
      TOKEN[c] = true;
      TOKEN[c - 'a' + 'A'] = true;
    }
  }

  private Grammar() {}

  /// Whether `text` can be a method or the name of a header.
  static boolean isToken(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 128 || !TOKEN[c]) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /// Whether `text` can be the value of a header: visible characters of Latin-1, with blanks and
  /// tabs between them. A line break, with which another header could be smuggled in, cannot.
  static boolean isFieldValue(String text) {
    return isText(text)
        && (text.isEmpty()
            || !(isBlank(text.charAt(0)) || isBlank(text.charAt(text.length() - 1))));
  }

  /// Whether `text` is of visible characters of Latin-1, blanks and tabs.
  static boolean isText(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7f || c > 0xff) {
        return false;
      }
    }
    return true;
  }

  /// Whether `text` can be the target of a request: visible ASCII.
  static boolean isTarget(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7f) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  /// The number that `text` is in decimal, or -1 where it is none or has more than 18 digits.
  static long decimal(String text) {
    if (text.isEmpty() || text.length() > 18) {
      return -1;
    }
    long number = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  /// `text` without blanks and tabs around it.
  static String trimmed(String text, int begin, int end) {
    int first = begin;
    int last = end;
    while (first < last && isBlank(text.charAt(first))) {
      first++;
    }
    while (last > first && isBlank(text.charAt(last - 1))) {
      last--;
    }
    return text.substring(first, last);
  }
}
