package dev.millrace.s3.awssdk;

import java.net.InetAddress;
import java.time.Duration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpClientLocalAddressFunctionalTestSuite;

/// The SDK's own tests of the address that connections are made from.
class LocalAddressAcceptanceTest extends SdkHttpClientLocalAddressFunctionalTestSuite {
  @Override
  protected SdkHttpClient createHttpClient(InetAddress localAddress, Duration connectionTimeout) {
    return MillraceHttpClient.builder()
        .localAddress(localAddress)
        .connectionTimeout(connectionTimeout)
        .build();
  }
}
