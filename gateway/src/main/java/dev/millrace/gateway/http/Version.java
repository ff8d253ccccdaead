package dev.millrace.gateway.http;

import dev.millrace.s3.ObjectFacts;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/// One version of an object as answers tell of it.
///
/// @param headers what every answer about this version says, but for the length of its body
record Version(ObjectFacts facts, List<Header> headers) {
  /// The version that `facts` describe.
  static Version of(ObjectFacts facts) {
    List<Header> headers = new ArrayList<>();
    headers.add(HeaderValues.create(HeaderNames.ETAG, facts.etag()));
    headers.add(
        HeaderValues.create(
            HeaderNames.LAST_MODIFIED,
            DateTimeFormatter.RFC_1123_DATE_TIME.format(
                facts.lastModified().atOffset(ZoneOffset.UTC))));
    headers.add(HeaderValues.create(HeaderNames.ACCEPT_RANGES, "bytes"));
    facts.headers().forEach((name, value) -> headers.add(HeaderValues.create(name, value)));
    return new Version(facts, List.copyOf(headers));
  }
}
