package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.s3.Response;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The headers that requests which write take along to the origin, and its answers back.
///
/// What is said to S3 itself, in headers that begin with `x-amz-`, is passed, acted upon here, or
/// refused: never left out. Keys that are the client's (SSE-C) are refused, as it would be the
/// gateway that reads what they encrypt; so are rights that go beyond the object (ACLs).
final class PassedHeaders {
  private static final Set<String> TO_ORIGIN =
      Set.of(
          "cache-control",
          "content-disposition",
          "content-language",
          "content-md5",
          "content-type",
          "expires",
          "if-match",
          "if-none-match",
          "x-amz-copy-source-if-match",
          "x-amz-copy-source-if-modified-since",
          "x-amz-copy-source-if-none-match",
          "x-amz-copy-source-if-unmodified-since",
          "x-amz-copy-source-range",
          "x-amz-expected-bucket-owner",
          "x-amz-metadata-directive",
          "x-amz-mp-object-size",
          "x-amz-server-side-encryption",
          "x-amz-server-side-encryption-aws-kms-key-id",
          "x-amz-server-side-encryption-bucket-key-enabled",
          "x-amz-server-side-encryption-context",
          "x-amz-source-expected-bucket-owner",
          "x-amz-storage-class",
          "x-amz-website-redirect-location");

  /// What says how a request travels, and by whom it is sent; and the source of a copy, which is
  /// read by itself.
  private static final Set<String> OF_THE_WAY =
      Set.of(
          CopySource.HEADER,
          "x-amz-content-sha256",
          "x-amz-date",
          "x-amz-decoded-content-length",
          "x-amz-sdk-checksum-algorithm",
          "x-amz-security-token",
          "x-amz-trailer",
          "x-amz-user-agent");

  private static final Set<String> TO_CLIENT =
      Set.of(
          "etag",
          "x-amz-abort-date",
          "x-amz-abort-rule-id",
          "x-amz-copy-source-version-id",
          "x-amz-delete-marker",
          "x-amz-expiration",
          "x-amz-object-size",
          "x-amz-version-id");

  private PassedHeaders() {}

  /// Those of a request that the origin gets; the caller's own.
  ///
  /// @param headers all of them, by lower-case name
  static SortedMap<String, String> toOrigin(SortedMap<String, String> headers) throws S3Error {
    SortedMap<String, String> passed = new TreeMap<>();
    for (var header : headers.entrySet()) {
      String name = header.getKey();
      if (TO_ORIGIN.contains(name)
          || name.startsWith("x-amz-meta-")
          || name.startsWith("x-amz-checksum-")) {
        passed.put(name, ascii(name, header.getValue()));
      } else if (name.equals("content-encoding")) {
        String rest = withoutChunks(ascii(name, header.getValue()));
        if (!rest.isEmpty()) {
          passed.put(name, rest);
        }
      } else if (name.equals("content-range")
          || (name.startsWith("x-amz-") && !OF_THE_WAY.contains(name))) {
        throw new S3Error(Code.NOT_IMPLEMENTED, "The header " + name + " is not served here.");
      }
    }
    return passed;
  }

  /// Those of the origin's answer that the client gets.
  static List<Header> toClient(Response answer) {
    Predicate<String> isPassed =
        name ->
            TO_CLIENT.contains(name)
                || name.startsWith("x-amz-checksum-")
                || name.startsWith("x-amz-server-side-encryption");
    List<Header> passed = new ArrayList<>();
    answer
        .headers()
        .forEach((name, value) -> {
          if (isPassed.test(name)) {
            passed.add(HeaderValues.create(HeaderNames.create(name), value));
          }
        });
    if (answer.body().length > 0) {
      passed.add(Reply.XML);
    }
    return passed;
  }

  /// What else is done to the content than to send it in chunks.
  private static String withoutChunks(String codings) {
    return Arrays.stream(codings.split(",", -1))
        .map(String::strip)
        .filter(coding -> !coding.equalsIgnoreCase("aws-chunked"))
        .collect(Collectors.joining(","));
  }

  /// A signature covers octets, and of others than these it is not sure which are meant.
  private static String ascii(String name, String value) throws S3Error {
    if (!value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'))) {
      throw new S3Error(
          Code.INVALID_ARGUMENT, "The header " + name + " is not ASCII: encode it (RFC 2047).");
    }
    return value;
  }
}
