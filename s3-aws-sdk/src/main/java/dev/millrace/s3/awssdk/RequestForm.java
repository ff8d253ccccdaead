package dev.millrace.s3.awssdk;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.s3.http.Header;
import dev.millrace.s3.http.Headers;
import dev.millrace.s3.http.HttpRequest;
import dev.millrace.s3.http.RequestBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/// The SDK's requests as those of the engine. Nothing that is signed is changed: not the path, not
/// the query, whose parameters keep their order, and of headers neither name nor value.
///
/// `Transfer-Encoding` is left to the engine, which chunks what has no length. Blanks around a
/// value are no part of it (RFC 9110, section 5.5), and its other characters go out as the bytes of
/// UTF-8 that SigV4 signs.
///
/// @param expectContinue whether to send `Expect: 100-continue` with every body, or with none; null
///   for where the SDK does
/// @param encodeEmptySegments whether `//` in a path goes out as `/%2F`
record RequestForm(@Nullable Boolean expectContinue, boolean encodeEmptySegments) {
  private static final String EXPECT = "Expect";

  /// @throws IllegalArgumentException if it cannot be sent as one request
  HttpRequest of(SdkHttpRequest request, @Nullable RequestBody body) {
    return new HttpRequest(request.method().name(), target(request), headers(request, body), body);
  }

  /// How long the body is by `Content-Length`; -1 where that is missing.
  static long announcedLength(SdkHttpRequest request) {
    Optional<String> length = request.firstMatchingHeader("Content-Length");
    return length.isPresent() ? Long.parseLong(length.get()) : -1;
  }

  /// Whether a request without content has an empty body, and says so (RFC 9110, section 8.6).
  static boolean carriesContent(SdkHttpMethod method) {
    return switch (method) {
      case PUT, POST, PATCH -> true;
      case GET, HEAD, DELETE, OPTIONS -> false;
    };
  }

  private String target(SdkHttpRequest request) {
    String path = request.encodedPath().isEmpty() ? "/" : request.encodedPath();
    if (encodeEmptySegments) {
      path = path.replace("//", "/%2F");
    }
    Optional<String> query = request.encodedQueryParameters();
    return query.isPresent() ? path + "?" + query.get() : path;
  }

  private Headers headers(SdkHttpRequest request, @Nullable RequestBody body) {
    List<Header> list = new ArrayList<>();
    request.forEachHeader((name, values) -> {
      if (isSent(name)) {
        values.forEach(value -> list.add(new Header(name, bytesOf(value.strip()))));
      }
    });
    boolean expected = list.stream().anyMatch(header -> header.name().equalsIgnoreCase(EXPECT));
    if (body != null && Boolean.TRUE.equals(expectContinue) && !expected) {
      list.add(new Header(EXPECT, "100-continue"));
    }
    return Headers.of(list);
  }

  private boolean isSent(String name) {
    return !name.equalsIgnoreCase("Transfer-Encoding")
        && !(name.equalsIgnoreCase(EXPECT) && Boolean.FALSE.equals(expectContinue));
  }

  /// Each byte of `value` in UTF-8 as the character of Latin-1 that the engine sends it as.
  private static String bytesOf(String value) {
    return new String(value.getBytes(UTF_8), ISO_8859_1);
  }
}
