package dev.millrace.s3.http;

/// A header field (RFC 9110, section 5).
///
/// @param name a token, in the letter case in which it was given
/// @param value characters of Latin-1 without line breaks, and without blanks around them
public record Header(String name, String value) {
  /// @throws IllegalArgumentException if this could not be sent as one header
  public Header {
    if (!Grammar.isToken(name)) {
      throw new IllegalArgumentException("a header cannot be named \"" + name + "\"");
    }
    if (!Grammar.isFieldValue(value)) {
      throw new IllegalArgumentException("header " + name + " has a value that cannot be sent");
    }
  }

  boolean isNamed(String other) {
    return name.equalsIgnoreCase(other);
  }
}
