package dev.millrace.s3.awssdk;

import software.amazon.awssdk.http.SdkAsyncHttpClientH1TestSuite;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.utils.AttributeMap;

/// The SDK's own tests of asynchronous clients for HTTP/1.1.
class AsyncAcceptanceTest extends SdkAsyncHttpClientH1TestSuite {
  @Override
  protected SdkAsyncHttpClient setupClient() {
    return MillraceAsyncHttpClient.builder()
        .buildWithDefaults(
            AttributeMap.builder()
                .put(SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES, true)
                .build());
  }
}
