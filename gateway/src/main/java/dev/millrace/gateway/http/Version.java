package dev.millrace.gateway.http;

import dev.millrace.s3.ObjectFacts;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// One version of an object as answers tell of it.
///
/// @param headers what every answer about this version says, but for the length of its body
record Version(ObjectFacts facts, List<Header> headers) {
  /// The version that `facts` describe.
  ///
  /// @param hasForms whether there are several representations of it, of which Accept-Encoding
  ///   chooses one
  static Version of(ObjectFacts facts, boolean hasForms) {
    List<Header> headers = new ArrayList<>();
    headers.add(HeaderValues.create(HeaderNames.ETAG, facts.etag()));
    headers.add(
        HeaderValues.create(HeaderNames.LAST_MODIFIED, HttpDate.format(facts.lastModified())));
    headers.add(HeaderValues.create(HeaderNames.ACCEPT_RANGES, "bytes"));
    if (hasForms) {
      headers.add(HeaderValues.create(HeaderNames.VARY, "Accept-Encoding"));
    }
    facts
        .headers()
        .forEach((name, value) -> headers.add(HeaderValues.create(name, inAscii(value))));
    return new Version(facts, List.copyOf(headers));
  }

  /// The same, without what the user says of it: that may be as secret as the content.
  Version withoutUserMetadata() {
    return new Version(
        facts,
        headers.stream()
            .filter(header -> !header.headerName().lowerCase().startsWith("x-amz-meta-"))
            .toList());
  }

  /// The same, with headers in place of its own.
  ///
  /// @param overrides what they say, by header name, in printable ASCII
  Version saying(Map<String, String> overrides) {
    if (overrides.isEmpty()) {
      return this;
    }
    List<Header> said = new ArrayList<>(headers);
    said.removeIf(header -> overrides.containsKey(header.headerName().lowerCase()));
    overrides.forEach((name, value) -> said.add(HeaderValues.create(name, value)));
    return new Version(facts, List.copyOf(said));
  }

  /// The value itself, or its octets as S3 writes metadata that is not ASCII: encoded after RFC
  /// 2047, section 4.1. The value has one character for each octet that the origin sent.
  private static String inAscii(String value) {
    if (value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      return value;
    }
    byte[] octets = value.getBytes(StandardCharsets.ISO_8859_1);
    return "=?UTF-8?B?" + Base64.getEncoder().encodeToString(octets) + "?=";
  }
}
