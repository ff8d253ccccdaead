package dev.millrace.s3.awssdk;

import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.utils.AttributeMap;

/// A client for the SDK's blocking service clients. All of an exchange happens in the caller's
/// thread, which may be virtual. Safe for use by several threads.
///
/// ```java
/// S3Client.builder().httpClient(MillraceHttpClient.create())
/// ```
public final class MillraceHttpClient implements SdkHttpClient {
  static final String NAME = "Millrace";

  private final Transport transport;

  private MillraceHttpClient(Transport transport) {
    this.transport = transport;
  }

  public static Builder builder() {
    return new Builder();
  }

  /// A client with the SDK's defaults.
  public static SdkHttpClient create() {
    return builder().build();
  }

  /// A request that is ready to be sent, once.
  ///
  /// @throws IllegalArgumentException if it cannot be sent as one request
  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new BlockingCall(transport, request);
  }

  @Override
  public String clientName() {
    return NAME;
  }

  /// Closes the connections. Exchanges under way go on, and no new one can be sent.
  @Override
  public void close() {
    transport.close();
  }

  Transport transport() {
    return transport;
  }

  /// A client being made.
  public static final class Builder extends ClientBuilder<Builder>
      implements SdkHttpClient.Builder<Builder> {
    private Builder() {}

    @Override
    public SdkHttpClient buildWithDefaults(AttributeMap serviceDefaults) {
      return new MillraceHttpClient(transport(serviceDefaults));
    }

    @Override
    Builder self() {
      return this;
    }
  }
}
