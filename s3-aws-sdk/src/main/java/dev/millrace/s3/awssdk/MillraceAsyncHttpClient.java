package dev.millrace.s3.awssdk;

import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.utils.AttributeMap;

/// A client for the SDK's asynchronous service clients and its transfer manager. Each exchange has
/// a thread, in which handlers and subscribers are called. Safe for use by several threads.
///
/// ```java
/// S3AsyncClient.builder().httpClient(MillraceAsyncHttpClient.create())
/// ```
public final class MillraceAsyncHttpClient implements SdkAsyncHttpClient {
  private final Transport transport;

  private MillraceAsyncHttpClient(Transport transport) {
    this.transport = transport;
  }

  public static Builder builder() {
    return new Builder();
  }

  /// A client with the SDK's defaults.
  public static SdkAsyncHttpClient create() {
    return builder().build();
  }

  /// Sends a request.
  ///
  /// The result is complete when the subscriber to the answer's body has been told of its end, or
  /// when the exchange has failed and the handler been told of that. To complete it from outside,
  /// with a failure, aborts the exchange.
  @Override
  public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
    return AsyncCall.start(transport, request);
  }

  @Override
  public String clientName() {
    return MillraceHttpClient.NAME;
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
      implements SdkAsyncHttpClient.Builder<Builder> {
    private Builder() {}

    @Override
    public SdkAsyncHttpClient buildWithDefaults(AttributeMap serviceDefaults) {
      return new MillraceAsyncHttpClient(transport(serviceDefaults));
    }

    @Override
    Builder self() {
      return this;
    }
  }
}
