package dev.millrace.bench.s3.client;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/// The asynchronous `S3AsyncClient` of the AWS SDK over one of its HTTP clients: bodies are taken
/// in the threads that read them, while the thread that wants them waits.
final class SdkAsyncClient implements Client {
  private final SdkAsyncHttpClient transport;
  private final Map<URI, S3AsyncClient> clients = new ConcurrentHashMap<>();

  SdkAsyncClient(SdkAsyncHttpClient transport) {
    this.transport = transport;
  }

  @Override
  public Download of(URI object) {
    S3AsyncClient client = clients.computeIfAbsent(object.resolve("/"), this::open);
    GetObjectRequest request = SdkSettings.request(object);
    return sink -> {
      try {
        client.getObject(request, new Taking(sink)).get();
      } catch (ExecutionException e) {
        throw new IOException(e.getCause());
      }
    };
  }

  /// Without a change of threads for what is done when a body is there.
  private S3AsyncClient open(URI endpoint) {
    return SdkSettings.apply(S3AsyncClient.builder(), endpoint)
        .httpClient(transport)
        .asyncConfiguration(threads ->
            threads.advancedOption(
                SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run))
        .build();
  }

  private static final class Taking
      implements AsyncResponseTransformer<GetObjectResponse, Sink>, Subscriber<ByteBuffer> {
    private final Sink sink;
    private final CompletableFuture<Sink> end = new CompletableFuture<>();

    Taking(Sink sink) {
      this.sink = sink;
    }

    @Override
    public CompletableFuture<Sink> prepare() {
      return end;
    }

    @Override
    public void onResponse(GetObjectResponse response) {}

    @Override
    public void onStream(SdkPublisher<ByteBuffer> body) {
      body.subscribe(this);
    }

    @Override
    public void exceptionOccurred(Throwable failure) {
      end.completeExceptionally(failure);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(ByteBuffer bytes) {
      sink.take(bytes);
    }

    @Override
    public void onError(Throwable failure) {
      end.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      end.complete(sink);
    }
  }
}
