package dev.millrace.s3.awssdk;

import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpClientTestSuite;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.utils.AttributeMap;

/// The SDK's own tests of blocking clients.
public class BlockingAcceptanceTest extends SdkHttpClientTestSuite {
  @Override
  protected SdkHttpClient createSdkHttpClient(SdkHttpClientOptions options) {
    MillraceHttpClient.Builder builder = MillraceHttpClient.builder();
    if (options.tlsTrustManagersProvider() != null) {
      builder.tlsTrustManagersProvider(options.tlsTrustManagersProvider());
    }
    return builder.buildWithDefaults(
        AttributeMap.builder()
            .put(SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES, options.trustAll())
            .build());
  }
}
