package dev.millrace.s3.awssdk;

import dev.millrace.s3.http.ResponseHead;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpResponseHandler;
import software.amazon.awssdk.http.async.SdkHttpContentPublisher;

/// A request of the SDK's asynchronous clients, and its answer, in one thread from beginning to
/// end.
///
/// That thread is one of the platform, since a virtual one that waits for the network passes by a
/// queue and a second thread each time, which over a large body costs a third to a half of all the
/// rest. An exchange gets its thread with the right to a connection. Those that have to wait for
/// that, of which there may be thousands, wait in virtual threads. So there are no more threads
/// than connections and answers that have been read and whose subscribers have not taken the last
/// of it.
///
/// Completing the result from outside, with a failure, aborts the exchange. What the thread then
/// waits for may be the network, which [SharedExchange#abort()] ends, the publisher of the
/// request's body, the subscriber to the answer's, or a free connection. The last wait only an
/// interrupt ends, and that must not hit code of someone else's, which might close a file over it.
/// So the thread is interrupted only up to where such code begins.
final class AsyncCall {
  private static final Executor THREADS =
      Executors.newCachedThreadPool(
          Thread.ofPlatform()
              .daemon()
              .inheritInheritableThreadLocals(false)
              .name("millrace-exchange-", 0)
              .factory());

  private final Transport transport;
  private final AsyncExecuteRequest request;
  private final SdkAsyncHttpResponseHandler handler;
  private final @Nullable PublisherBody body;
  private final SharedExchange exchange;
  private final ResponsePublisher answer;
  private final CompletableFuture<Void> result;
  private @Nullable Thread interruptible;
  private @Nullable Throwable abortedBy;

  private AsyncCall(
      Transport transport, AsyncExecuteRequest request, CompletableFuture<Void> result) {
    this.transport = transport;
    this.request = request;
    this.handler = request.responseHandler();
    this.body = body(request);
    this.exchange = transport.exchange(request.request(), body);
    this.answer = new ResponsePublisher(exchange);
    this.result = result;
  }

  /// Begins the exchange.
  ///
  /// @return what is complete after it
  static CompletableFuture<Void> start(Transport transport, AsyncExecuteRequest request) {
    CompletableFuture<Void> result = new CompletableFuture<>();
    try {
      if (request.fullDuplex()) {
        throw new UnsupportedOperationException(
            "Millrace speaks HTTP/1.1 only, where requests end before answers begin");
      }
      AsyncCall call = new AsyncCall(transport, request, result);
      var _ =
          result.whenComplete((_, failure) -> {
            if (failure != null) {
              call.abort(failure);
            }
          });
      call.begin();
    } catch (RuntimeException e) {
      request.responseHandler().onError(e);
      result.completeExceptionally(e);
    }
    return result;
  }

  private void begin() {
    try {
      if (exchange.tryReserve()) {
        THREADS.execute(this::run);
      } else {
        var _ = Thread.ofVirtual().name("millrace-waiting").start(this::await);
      }
    } catch (RuntimeException | Error e) {
      // There may be no thread to be had.
      end(e);
    }
  }

  private void await() {
    try {
      beginOwnCode();
      try {
        exchange.reserve();
      } finally {
        endOwnCode();
      }
      THREADS.execute(this::run);
    } catch (IOException | RuntimeException | Error e) {
      end(e);
    }
  }

  private void run() {
    try {
      ResponseHead head = send();
      handler.onHeaders(ResponseForm.of(head));
      if (exchange.remaining() == 0) {
        // Nobody need subscribe to what is empty for the connection to be free.
        exchange.close();
      }
      handler.onStream(answer);
      end(answer.serve());
    } catch (IOException | RuntimeException | Error e) {
      end(e);
    }
  }

  private ResponseHead send() throws IOException {
    beginOwnCode();
    try {
      return exchange.send();
    } finally {
      endOwnCode();
      transport.report(exchange, request.metricCollector().orElse(null));
    }
  }

  private void end(@Nullable Throwable failure) {
    if (body != null) {
      body.close();
    }
    if (failure == null) {
      exchange.close();
      result.complete(null);
      return;
    }
    exchange.abort();
    Throwable cause = causeOf(failure);
    answer.fail(cause);
    try {
      handler.onError(cause);
    } finally {
      result.completeExceptionally(cause);
    }
  }

  private void abort(Throwable cause) {
    synchronized (this) {
      abortedBy = cause;
      if (interruptible != null) {
        interruptible.interrupt();
      }
    }
    exchange.abort();
    if (body != null) {
      body.abort();
    }
    answer.fail(cause);
  }

  private synchronized void beginOwnCode() throws InterruptedIOException {
    if (abortedBy != null) {
      throw new InterruptedIOException("aborted");
    }
    interruptible = Thread.currentThread();
  }

  private synchronized void endOwnCode() {
    interruptible = null;
    // What was meant for the waits that are over must not reach others.
    Thread.interrupted();
  }

  private synchronized Throwable causeOf(Throwable failure) {
    return abortedBy == null ? failure : abortedBy;
  }

  private @Nullable PublisherBody body(AsyncExecuteRequest request) {
    SdkHttpContentPublisher publisher = request.requestContentPublisher();
    if (publisher == null) {
      return null;
    }
    SdkHttpRequest head = request.request();
    long length = RequestForm.announcedLength(head);
    if (length < 0 && head.firstMatchingHeader("Transfer-Encoding").isEmpty()) {
      length = publisher.contentLength().orElse(-1L);
    }
    return length == 0 && !RequestForm.carriesContent(head.method())
        ? null
        : new PublisherBody(publisher, length, this::endOwnCode);
  }
}
