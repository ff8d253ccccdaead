package dev.millrace.s3.awssdk;

import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpClientUriSanitizationTestSuite;

/// The SDK's own tests of what its Apache clients do to `//`, which here is asked for.
class UriSanitizationAcceptanceTest extends SdkHttpClientUriSanitizationTestSuite {
  @Override
  protected SdkHttpClient createHttpClient() {
    return MillraceHttpClient.builder().encodeEmptyPathSegments(true).build();
  }
}
