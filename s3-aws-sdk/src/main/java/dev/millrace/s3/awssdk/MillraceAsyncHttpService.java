package dev.millrace.s3.awssdk;

import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpService;

/// Through which the SDK finds [MillraceAsyncHttpClient]. It prefers the clients that it comes
/// with, unless the system property `software.amazon.awssdk.http.async.service.impl` names this
/// class.
public final class MillraceAsyncHttpService implements SdkAsyncHttpService {
  /// For the SDK, which makes one by reflection.
  public MillraceAsyncHttpService() {}

  @Override
  public SdkAsyncHttpClient.Builder<?> createAsyncHttpClientFactory() {
    return MillraceAsyncHttpClient.builder();
  }
}
