package dev.millrace.s3.http;

import org.jspecify.annotations.Nullable;

/// A request, of which every character goes out as it is given here.
///
/// `Host` is added where it is missing, and so is what says where the body ends: `Content-Length`,
/// or `Transfer-Encoding` for a body whose length is not known. With `Expect: 100-continue` the
/// body waits until it is asked for (RFC 9110, section 10.1.1).
///
/// @param method such as `GET`
/// @param target path and query, encoded (RFC 9112, section 3.2.1)
/// @param body null where there is none
public record HttpRequest(
    String method, String target, Headers headers, @Nullable RequestBody body) {
  /// @throws IllegalArgumentException if this cannot be sent as one request
  public HttpRequest {
    if (!Grammar.isToken(method)) {
      throw new IllegalArgumentException("\"" + method + "\" cannot be a method");
    }
    if (!Grammar.isTarget(target)) {
      throw new IllegalArgumentException("\"" + target + "\" cannot be the target of a request");
    }
    if (headers.contains("transfer-encoding")) {
      throw new IllegalArgumentException("how a body travels is the connection's business");
    }
    checkLength(headers, body);
  }

  /// A request without a body.
  public HttpRequest(String method, String target, Headers headers) {
    this(method, target, headers, null);
  }

  boolean isHead() {
    return method.equals("HEAD");
  }

  boolean expectsContinue() {
    return body != null && headers.anyMember("expect", "100-continue"::equalsIgnoreCase);
  }

  boolean asksToClose() {
    return headers.anyMember("connection", "close"::equalsIgnoreCase);
  }

  private static void checkLength(Headers headers, @Nullable RequestBody body) {
    String announced = headers.joined("content-length");
    long length = body == null ? 0 : body.length();
    if (announced != null && (length < 0 || Grammar.decimal(announced) != length)) {
      throw new IllegalArgumentException(
          "Content-Length \"" + announced + "\" with a body of another length");
    }
  }
}
