package dev.millrace.s3.awssdk;

import dev.millrace.s3.http.Header;
import dev.millrace.s3.http.ResponseHead;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;

/// The engine's answers as those of the SDK.
final class ResponseForm {
  private ResponseForm() {}

  static SdkHttpResponse of(ResponseHead head) {
    SdkHttpResponse.Builder response =
        SdkHttpResponse.builder().statusCode(head.status()).statusText(head.reason());
    for (Header header : head.headers()) {
      response.appendHeader(header.name(), header.value());
    }
    return response.build();
  }

  /// Whether such an answer has content, be it of no bytes (RFC 9110, section 6.4.1).
  static boolean hasContent(SdkHttpMethod method, ResponseHead head) {
    return method != SdkHttpMethod.HEAD && head.status() != 204 && head.status() != 304;
  }
}
