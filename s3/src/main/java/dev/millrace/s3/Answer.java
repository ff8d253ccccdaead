package dev.millrace.s3;

import dev.millrace.s3.http.Exchange;
import dev.millrace.s3.http.Header;
import dev.millrace.s3.http.HttpDate;
import dev.millrace.s3.http.ResponseHead;
import java.net.ProtocolException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a service answers. To be closed.
///
/// @param headers by lower-case name, namesakes joined (RFC 9110, section 5.3)
record Answer(int status, Map<String, String> headers, Exchange exchange) implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
  private static final Pattern CONTENT_RANGE =
      Pattern.compile("bytes ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18})");
  private static final Set<String> OBJECT_HEADERS =
      Set.of(
          "content-type",
          "cache-control",
          "content-disposition",
          "content-encoding",
          "content-language",
          "expires");

  /// The answer to `exchange`, whose head is there.
  static Answer to(Exchange exchange, ResponseHead head) {
    Map<String, String> headers = new HashMap<>(32);
    for (Header header : head.headers()) {
      headers.merge(header.name().toLowerCase(Locale.ROOT), header.value(), (a, b) -> a + ", " + b);
    }
    return new Answer(head.status(), headers, exchange);
  }

  /// A range and the size of the whole that it is of (RFC 9110, section 14.4).
  record ContentRange(ByteRange range, long size) {}

  @Nullable String header(String name) {
    return headers.get(name);
  }

  boolean hasLength() {
    return headers.containsKey("content-length");
  }

  /// The length in bytes that the head announces.
  long length() throws ProtocolException {
    String length = required("content-length");
    if (!LENGTH.matcher(length).matches()) {
      throw new ProtocolException("Content-Length \"" + length + "\" is not a number");
    }
    return Long.parseLong(length);
  }

  ContentRange contentRange() throws ProtocolException {
    String value = required("content-range");
    Matcher parts = CONTENT_RANGE.matcher(value);
    if (parts.matches()) {
      long first = Long.parseLong(parts.group(1));
      long last = Long.parseLong(parts.group(2));
      long size = Long.parseLong(parts.group(3));
      if (first <= last && last < size) {
        return new ContentRange(new ByteRange(first, last - first + 1), size);
      }
    }
    throw new ProtocolException("Content-Range \"" + value + "\" makes no sense");
  }

  /// The facts of an object of `size` bytes that this is the answer for.
  ObjectFacts facts(long size) throws ProtocolException {
    Map<String, String> travelling = new HashMap<>();
    headers.forEach((name, value) -> {
      if (OBJECT_HEADERS.contains(name) || name.startsWith("x-amz-meta-")) {
        travelling.put(name, value);
      }
    });
    return new ObjectFacts(size, required("etag"), lastModified(), travelling);
  }

  /// Whether this, which may leave either out, has the ETag of `known`, by weak comparison (RFC
  /// 9110, section 8.8.3.2), and says that it was stored when that was.
  boolean isOf(ObjectFacts known) throws ProtocolException {
    String etag = headers.getOrDefault("etag", known.etag());
    return opaque(etag).equals(opaque(known.etag()))
        && (!headers.containsKey("last-modified") || lastModified().equals(known.lastModified()));
  }

  private static String opaque(String etag) {
    return etag.startsWith("W/") ? etag.substring(2) : etag;
  }

  /// What the service's clock said when it answered; empty where an answer out of a cache, or none,
  /// says so.
  Optional<Instant> date() {
    String date = headers.get("date");
    if (date == null || headers.containsKey("age")) {
      return Optional.empty();
    }
    try {
      return Optional.of(HttpDate.parse(date));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private Instant lastModified() throws ProtocolException {
    String date = required("last-modified");
    try {
      return HttpDate.parse(date);
    } catch (DateTimeException _) {
      throw new ProtocolException("Last-Modified \"" + date + "\" is not a date");
    }
  }

  private String required(String name) throws ProtocolException {
    String value = headers.get(name);
    if (value == null) {
      throw new ProtocolException("the answer has no header " + name + ", as an S3 service's has");
    }
    return value;
  }

  @Override
  public void close() {
    exchange.close();
  }
}
