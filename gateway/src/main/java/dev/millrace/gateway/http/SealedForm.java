package dev.millrace.gateway.http;

import dev.millrace.gateway.http.Reply.Body;
import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.SealedSlices;
import dev.millrace.s3.ObjectFacts;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Objects as sealed containers, for who asks by `Accept-Encoding: millrace-seal`.
///
/// That is a content coding (RFC 9110, section 8.4): another representation of the same object,
/// with an ETag of its own, a weak one (section 8.8.1), since a slice that is sealed once more has
/// other bytes. It differs between forms that do not go together ([SealedSlices#formId]). Its
/// length is not known before the last slice is sealed, and its bytes are not those of the object;
/// so its ranges are of slices, which is a range unit of its own (section 14.1): `Range:
/// slices=0-3`.
record SealedForm(SealedSlices slices) {
  private static final String CODING = "millrace-seal";
  private static final String UNIT = "slices";
  private static final Pattern REFUSED = Pattern.compile("(?i)[ \t]*q=0(?:\\.0*)?[ \t]*");
  private static final HeaderName SIZE = HeaderNames.create("x-millrace-size");
  private static final HeaderName SLICE_SIZE = HeaderNames.create("x-millrace-slice-size");
  private static final HeaderName VERSION = HeaderNames.create("x-millrace-version");

  private static final Set<HeaderName> CHANGED =
      Set.of(HeaderNames.ETAG, HeaderNames.ACCEPT_RANGES, HeaderNames.CONTENT_ENCODING);

  static boolean isWantedBy(Exchange exchange) {
    String accepted = exchange.header(HeaderNames.ACCEPT_ENCODING);
    for (String item : accepted == null ? new String[0] : accepted.split(",", -1)) {
      String[] parts = item.split(";", -1);
      if (parts[0].strip().equalsIgnoreCase(CODING)) {
        return Arrays.stream(parts).noneMatch(part -> REFUSED.matcher(part).matches());
      }
    }
    return false;
  }

  /// The version as this form tells of it.
  Version of(Version plain) {
    ObjectFacts facts = plain.facts();
    String suffix = "-sealed-" + slices.formId();
    String etag = facts.etag().replaceFirst("^(?:W/)?(.*)\"$", "W/$1" + suffix + '"');
    List<Header> headers = new ArrayList<>(plain.headers());
    headers.removeIf(header -> CHANGED.contains(header.headerName()));
    String before = facts.headers().get("content-encoding");
    headers.add(HeaderValues.create(HeaderNames.ETAG, etag));
    headers.add(HeaderValues.create(HeaderNames.ACCEPT_RANGES, UNIT));
    headers.add(
        HeaderValues.create(
            HeaderNames.CONTENT_ENCODING, before == null ? CODING : before + ", " + CODING));
    headers.add(HeaderValues.create(SIZE, facts.size()));
    headers.add(HeaderValues.create(SLICE_SIZE, slices.size()));
    headers.add(HeaderValues.create(VERSION, SealedSlices.version(facts)));
    return new Version(
        new ObjectFacts(facts.size(), etag, facts.lastModified(), facts.headers()), headers);
  }

  /// The answer to GET.
  ///
  /// @param range the value of the Range header, or null if there is none that holds
  /// @param facts those of the origin
  /// @param told what this form tells of the version
  Reply reply(@Nullable String range, ObjectName object, ObjectFacts facts, Version told)
      throws S3Error {
    long count = slices.count(facts);
    RangeRequest wanted =
        range == null ? new RangeRequest.Whole() : RangeRequest.of(range, UNIT, count);
    return switch (wanted) {
      case RangeRequest.Whole _ ->
          new Reply(200, told.headers(), new Body.Sealed(slices, object, facts, 0, count - 1));
      case RangeRequest.Part(long first, long last) -> {
        List<Header> headers = new ArrayList<>(told.headers());
        headers.add(contentRange(first + "-" + last, count));
        yield new Reply(206, headers, new Body.Sealed(slices, object, facts, first, last));
      }
      case RangeRequest.Unsatisfiable _ ->
          throw new S3Error(
              Code.INVALID_RANGE,
              "The requested range is not satisfiable",
              List.of(contentRange("*", count)));
    };
  }

  private static Header contentRange(String range, long count) {
    return HeaderValues.create(HeaderNames.CONTENT_RANGE, UNIT + " " + range + "/" + count);
  }
}
