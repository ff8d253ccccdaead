package dev.millrace.s3.awssdk;

import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpService;

/// Through which the SDK finds [MillraceHttpClient]. It prefers the clients that it comes with,
/// unless the system property `software.amazon.awssdk.http.service.impl` names this class.
public final class MillraceHttpService implements SdkHttpService {
  /// For the SDK, which makes one by reflection.
  public MillraceHttpService() {}

  @Override
  public SdkHttpClient.Builder<?> createHttpClientBuilder() {
    return MillraceHttpClient.builder();
  }
}
