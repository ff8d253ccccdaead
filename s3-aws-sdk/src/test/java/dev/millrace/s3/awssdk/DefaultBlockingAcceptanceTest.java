package dev.millrace.s3.awssdk;

import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpClientDefaultTestSuite;

/// The SDK's own tests of blocking clients that nobody configures.
public class DefaultBlockingAcceptanceTest extends SdkHttpClientDefaultTestSuite {
  @Override
  protected SdkHttpClient createSdkHttpClient() {
    return MillraceHttpClient.create();
  }
}
