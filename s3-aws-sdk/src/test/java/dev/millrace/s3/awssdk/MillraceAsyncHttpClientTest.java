package dev.millrace.s3.awssdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.testing.ScriptedServer;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.http.SdkCancellationException;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkHttpContentPublisher;

class MillraceAsyncHttpClientTest {
  private static final String LARGE = "x".repeat(1 << 20);

  private MillraceAsyncHttpClient client =
      (MillraceAsyncHttpClient) MillraceAsyncHttpClient.create();

  @AfterEach
  void no_connection_is_left_at_work() {
    Probe.await(() -> client.transport().standing().leased() == 0);
    assertThat(client.transport().standing().pending()).isZero();
    client.close();
  }

  @Test
  void a_subscriber_gets_as_much_as_it_asks_for() throws Exception {
    try (ScriptedServer server = large()) {
      Probe probe = new Probe(0);
      CompletableFuture<Void> done = client.execute(Probe.get(server.endpoint(), probe));
      Subscription subscription = probe.subscription.get();
      for (int wanted = 1; !done.isDone(); wanted++) {
        int now = wanted;
        subscription.request(1);
        Probe.await(() -> probe.buffers.size() == now || done.isDone());
        assertThat(probe.buffers).hasSizeLessThanOrEqualTo(now);
      }
      done.join();
      assertThat(probe.content()).hasSize(1 << 20);
      assertThat(probe.complete).isDone();
      assertThat(probe.handlerError).isNotDone();
    }
  }

  @Test
  void a_slow_subscriber_does_not_run_into_the_read_timeout() throws Exception {
    client = (MillraceAsyncHttpClient) withReadTimeout(Duration.ofMillis(100));
    try (ScriptedServer server = large()) {
      Probe probe = new Probe(1);
      CompletableFuture<Void> done = client.execute(Probe.get(server.endpoint(), probe));
      Subscription subscription = probe.subscription.get();
      CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS)
          .execute(() -> subscription.request(Long.MAX_VALUE));
      done.get(20, TimeUnit.SECONDS);
      assertThat(probe.content()).hasSize(1 << 20);
    }
  }

  @Test
  void a_silent_server_is_given_up() throws Exception {
    client = (MillraceAsyncHttpClient) withReadTimeout(Duration.ofMillis(100));
    try (ScriptedServer server = ScriptedServer.start((_, _) -> {})) {
      Probe probe = new Probe(1);
      CompletableFuture<Void> done = client.execute(Probe.get(server.endpoint(), probe));
      assertThat(Probe.failureOf(done)).isInstanceOf(SocketTimeoutException.class);
      assertThat(probe.handlerError)
          .isCompletedWithValueMatching(SocketTimeoutException.class::isInstance);
    }
  }

  @Test
  void the_end_is_said_to_those_who_ask_for_no_more() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.start(
            "5\r\nhello\r\n0\r\n\r\n", "HTTP/1.1 200", "Transfer-Encoding: chunked")) {
      Probe probe = new Probe(1);
      client.execute(Probe.get(server.endpoint(), probe)).get(20, TimeUnit.SECONDS);
      assertThat(probe.content()).asString().isEqualTo("hello");
      Probe empty = new Probe(0);
      try (ScriptedServer nothing = ScriptedServer.start("", "HTTP/1.1 200", "Content-Length: 0")) {
        client.execute(Probe.get(nothing.endpoint(), empty)).get(20, TimeUnit.SECONDS);
      }
      assertThat(empty.complete).isDone();
    }
  }

  @Test
  void cancelling_the_subscription_drops_the_connection() throws Exception {
    try (ScriptedServer server = large()) {
      Probe probe =
          new Probe(1) {
            @Override
            public void onNext(ByteBuffer bytes) {
              super.onNext(bytes);
              subscription.join().cancel();
            }
          };
      CompletableFuture<Void> done = client.execute(Probe.get(server.endpoint(), probe));
      assertThat(Probe.failureOf(done)).isInstanceOf(SdkCancellationException.class);
      assertThat(probe.buffers).hasSize(1);
      assertThat(probe.complete).isNotDone();
      assertThat(client.transport().standing().idle()).isZero();
    }
  }

  @Test
  void cancelling_the_result_ends_the_wait_for_an_answer() throws Exception {
    try (ScriptedServer server = ScriptedServer.start((_, _) -> {})) {
      Probe probe = new Probe(1);
      CompletableFuture<Void> done = client.execute(Probe.get(server.endpoint(), probe));
      Probe.await(() -> !server.heads().isEmpty());
      done.cancel(true);
      assertThat(probe.handlerError.get(20, TimeUnit.SECONDS))
          .isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void cancelling_the_result_ends_the_wait_for_demand() throws Exception {
    try (ScriptedServer server = large()) {
      Probe probe = new Probe(1);
      CompletableFuture<Void> done = client.execute(Probe.get(server.endpoint(), probe));
      Probe.await(() -> probe.buffers.size() == 1);
      IOException reason = new IOException("too slow");
      done.completeExceptionally(reason);
      assertThat(probe.bodyError.get(20, TimeUnit.SECONDS)).isSameAs(reason);
      assertThat(probe.handlerError.get(20, TimeUnit.SECONDS)).isSameAs(reason);
    }
  }

  @Test
  void cancelling_the_result_ends_the_wait_for_a_subscriber() throws Exception {
    try (ScriptedServer server = large()) {
      CompletableFuture<Publisher<ByteBuffer>> offered = new CompletableFuture<>();
      Probe probe =
          new Probe(1) {
            @Override
            public void onStream(Publisher<ByteBuffer> publisher) {
              offered.complete(publisher);
            }
          };
      CompletableFuture<Void> done = client.execute(Probe.get(server.endpoint(), probe));
      Publisher<ByteBuffer> publisher = offered.get(20, TimeUnit.SECONDS);
      done.cancel(true);
      assertThat(probe.handlerError.get(20, TimeUnit.SECONDS))
          .isInstanceOf(CancellationException.class);
      Probe late = new Probe(1);
      publisher.subscribe(late);
      assertThat(late.bodyError.get(20, TimeUnit.SECONDS))
          .isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void cancelling_the_result_ends_the_wait_for_a_connection() throws Exception {
    client =
        (MillraceAsyncHttpClient)
            MillraceAsyncHttpClient.builder()
                .maxConnections(1)
                .connectionAcquisitionTimeout(Duration.ofMinutes(5))
                .build();
    try (ScriptedServer server = ScriptedServer.start((_, _) -> {})) {
      CompletableFuture<Void> first = client.execute(Probe.get(server.endpoint(), new Probe(1)));
      Probe.await(() -> client.transport().standing().leased() == 1);
      Probe probe = new Probe(1);
      CompletableFuture<Void> second = client.execute(Probe.get(server.endpoint(), probe));
      Probe.await(() -> client.transport().standing().pending() == 1);
      second.cancel(true);
      assertThat(probe.handlerError.get(20, TimeUnit.SECONDS))
          .isInstanceOf(CancellationException.class);
      Probe.await(() -> client.transport().standing().pending() == 0);
      first.cancel(true);
    }
  }

  @Test
  void cancelling_the_result_ends_the_wait_for_the_body_of_the_request() throws Exception {
    Probe.NoDemand silent = new Probe.NoDemand();
    CompletableFuture<Void> subscribed = new CompletableFuture<>();
    try (ScriptedServer server = ScriptedServer.start((_, _) -> {})) {
      Probe probe = new Probe(1);
      CompletableFuture<Void> done =
          client.execute(
              put(
                  server,
                  probe,
                  Optional.of(5L),
                  s -> {
                    s.onSubscribe(silent);
                    subscribed.complete(null);
                  }));
      Probe.await(() -> !server.heads().isEmpty());
      // The server may have the head before the client is done with sending it.
      subscribed.get(20, TimeUnit.SECONDS);
      done.cancel(true);
      silent.cancelled.get(20, TimeUnit.SECONDS);
      assertThat(probe.handlerError.get(20, TimeUnit.SECONDS))
          .isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void a_publisher_that_fails_fails_the_exchange() throws Exception {
    IllegalStateException reason = new IllegalStateException("no bytes");
    try (ScriptedServer server = ScriptedServer.start((_, _) -> {})) {
      Probe probe = new Probe(1);
      CompletableFuture<Void> done =
          client.execute(
              put(
                  server,
                  probe,
                  Optional.empty(),
                  s -> {
                    s.onSubscribe(new Probe.NoDemand());
                    s.onError(reason);
                  }));
      assertThat(Probe.failureOf(done)).isSameAs(reason);
      assertThat(probe.handlerError.get(20, TimeUnit.SECONDS)).isSameAs(reason);
      Probe.await(() -> !server.heads().isEmpty());
      assertThat(server.heads().getFirst()).contains("Transfer-Encoding: chunked");
    }
  }

  @Test
  void a_handler_that_throws_fails_the_exchange() throws Exception {
    IllegalStateException reason = new IllegalStateException("not for me");
    try (ScriptedServer server = large()) {
      Probe probe =
          new Probe(1) {
            @Override
            public void onHeaders(SdkHttpResponse response) {
              throw reason;
            }
          };
      CompletableFuture<Void> done = client.execute(Probe.get(server.endpoint(), probe));
      assertThat(Probe.failureOf(done)).isSameAs(reason);
    }
  }

  @Test
  void an_answer_that_is_cut_off_fails_the_subscriber_and_the_result() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.start((_, socket) -> {
          ScriptedServer.write(socket, "hel", "HTTP/1.1 200", "Content-Length: 5");
          socket.close();
        })) {
      Probe probe = new Probe(Long.MAX_VALUE);
      CompletableFuture<Void> done = client.execute(Probe.get(server.endpoint(), probe));
      assertThat(Probe.failureOf(done)).isInstanceOf(EOFException.class);
      assertThat(probe.bodyError).isDone();
      assertThat(probe.handlerError).isDone();
    }
  }

  @Test
  void a_body_is_for_one_subscriber() throws Exception {
    try (ScriptedServer server = large()) {
      Probe probe = new Probe(0);
      CompletableFuture<Void> done = client.execute(Probe.get(server.endpoint(), probe));
      Subscription subscription = probe.subscription.get(20, TimeUnit.SECONDS);
      Probe second = new Probe(1);
      probe.stream.join().subscribe(second);
      assertThat(second.bodyError.join()).isInstanceOf(IllegalStateException.class);
      subscription.request(Long.MAX_VALUE);
      done.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void requests_that_last_longer_than_their_answers_begin_are_refused() {
    Probe probe = new Probe(1);
    AsyncExecuteRequest request =
        AsyncExecuteRequest.builder().responseHandler(probe).fullDuplex(true).build();
    assertThatThrownBy(client.execute(request)::join)
        .hasCauseInstanceOf(UnsupportedOperationException.class);
    assertThat(probe.handlerError).isDone();
  }

  private static SdkAsyncHttpClient withReadTimeout(Duration timeout) {
    return MillraceAsyncHttpClient.builder().readTimeout(timeout).build();
  }

  private static ScriptedServer large() throws IOException {
    return ScriptedServer.start(LARGE, "HTTP/1.1 200", "Content-Length: 1048576");
  }

  private static AsyncExecuteRequest put(
      ScriptedServer server, Probe probe, Optional<Long> length, Publisher<ByteBuffer> body) {
    return Probe.request(
        SdkHttpMethod.PUT,
        server.endpoint(),
        probe,
        new SdkHttpContentPublisher() {
          @Override
          public Optional<Long> contentLength() {
            return length;
          }

          @Override
          public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
            body.subscribe(subscriber);
          }
        });
  }
}
