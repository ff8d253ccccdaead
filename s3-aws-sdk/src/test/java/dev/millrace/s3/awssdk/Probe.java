package dev.millrace.s3.awssdk;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpResponseHandler;
import software.amazon.awssdk.http.async.SdkHttpContentPublisher;

/// A handler and subscriber that keeps what it is told.
class Probe implements SdkAsyncHttpResponseHandler, Subscriber<ByteBuffer> {
  final CompletableFuture<SdkHttpResponse> head = new CompletableFuture<>();
  final CompletableFuture<Publisher<ByteBuffer>> stream = new CompletableFuture<>();
  final CompletableFuture<Subscription> subscription = new CompletableFuture<>();
  final CompletableFuture<Throwable> handlerError = new CompletableFuture<>();
  final CompletableFuture<Throwable> bodyError = new CompletableFuture<>();
  final CompletableFuture<Void> complete = new CompletableFuture<>();
  final List<ByteBuffer> buffers = new ArrayList<>();
  private final long firstDemand;

  Probe(long firstDemand) {
    this.firstDemand = firstDemand;
  }

  static AsyncExecuteRequest get(URI uri, SdkAsyncHttpResponseHandler handler) {
    return request(SdkHttpMethod.GET, uri, handler, new Nothing());
  }

  static AsyncExecuteRequest request(
      SdkHttpMethod method,
      URI uri,
      SdkAsyncHttpResponseHandler handler,
      SdkHttpContentPublisher body) {
    return AsyncExecuteRequest.builder()
        .request(SdkHttpFullRequest.builder().method(method).uri(uri).build())
        .requestContentPublisher(body)
        .responseHandler(handler)
        .build();
  }

  /// Waits for what other threads bring about.
  static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("it did not come about");
      }
      Thread.onSpinWait();
    }
  }

  static Throwable failureOf(CompletableFuture<?> future) throws Exception {
    return future.handle((_, failure) -> failure).get(20, TimeUnit.SECONDS);
  }

  byte[] content() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (ByteBuffer buffer : buffers) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      all.writeBytes(bytes);
    }
    return all.toByteArray();
  }

  @Override
  public void onHeaders(SdkHttpResponse response) {
    head.complete(response);
  }

  @Override
  public void onStream(Publisher<ByteBuffer> publisher) {
    stream.complete(publisher);
    publisher.subscribe(this);
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription.complete(given);
    if (firstDemand > 0) {
      given.request(firstDemand);
    }
  }

  @Override
  public void onNext(ByteBuffer bytes) {
    buffers.add(bytes);
  }

  /// Of the handler and of the subscriber, which are told by methods of one signature.
  @Override
  public void onError(Throwable failure) {
    if (!bodyError.isDone() && subscription.isDone()) {
      bodyError.complete(failure);
    } else {
      handlerError.complete(failure);
    }
  }

  @Override
  public void onComplete() {
    complete.complete(null);
  }

  /// No body.
  static final class Nothing implements SdkHttpContentPublisher {
    @Override
    public Optional<Long> contentLength() {
      return Optional.of(0L);
    }

    @Override
    public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
      subscriber.onSubscribe(new NoDemand());
      subscriber.onComplete();
    }
  }

  /// Of a publisher that does as it likes.
  static final class NoDemand implements Subscription {
    final CompletableFuture<Void> cancelled = new CompletableFuture<>();

    @Override
    public void request(long count) {}

    @Override
    public void cancel() {
      cancelled.complete(null);
    }
  }
}
