package dev.millrace.s3.awssdk;

import software.amazon.awssdk.http.HttpClientUriNormalizationTestSuite;
import software.amazon.awssdk.http.SdkHttpClient;

/// The SDK's own tests that paths go out as they are.
class UriNormalizationAcceptanceTest extends HttpClientUriNormalizationTestSuite {
  @Override
  protected SdkHttpClient createSdkHttpClient() {
    return MillraceHttpClient.create();
  }
}
