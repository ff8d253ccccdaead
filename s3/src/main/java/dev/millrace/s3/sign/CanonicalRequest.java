package dev.millrace.s3.sign;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;

/// A request in the form that a signature covers.
///
/// @param path encoded
/// @param headers those that are signed, the host among them, by lower-case name
/// @param payloadHash what stands for the body
record CanonicalRequest(
    String method,
    String path,
    CanonicalQuery query,
    SortedMap<String, String> headers,
    String payloadHash) {
  private static final HexFormat HEX = HexFormat.of();

  /// The names of the signed headers, as a signature lists them.
  String headerNames() {
    return String.join(";", headers.keySet());
  }

  /// The signature by `key` of `time`, which is as [DayKey#time] writes it: 64 lower-case
  /// hexadecimal digits.
  String signature(DayKey key, String time) {
    byte[] hash;
    try {
      hash = MessageDigest.getInstance("SHA-256").digest(text().getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    String signed = SigV4.ALGORITHM + "\n" + time + "\n" + key.scope() + "\n" + HEX.formatHex(hash);
    return HEX.formatHex(key.sign(signed));
  }

  private String text() {
    StringBuilder text = new StringBuilder(1024);
    text.append(method).append('\n');
    text.append(path).append('\n');
    text.append(query.text()).append('\n');
    headers.forEach((name, value) -> {
      text.append(name).append(':');
      appendTrimmed(text, value);
      text.append('\n');
    });
    return text.append('\n').append(headerNames()).append('\n').append(payloadHash).toString();
  }

  /// Appends `value` without the blanks at both ends, and one for every run of them in between.
  private static void appendTrimmed(StringBuilder text, String value) {
    String stripped = value.strip();
    if (!stripped.contains("  ")) {
      text.append(stripped);
      return;
    }
    for (int i = 0; i < stripped.length(); i++) {
      char c = stripped.charAt(i);
      if (c != ' ' || stripped.charAt(i - 1) != ' ') {
        text.append(c);
      }
    }
  }
}
