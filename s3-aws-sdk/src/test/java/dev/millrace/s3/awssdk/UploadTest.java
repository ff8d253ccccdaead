package dev.millrace.s3.awssdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.async.SdkHttpContentPublisher;

/// The bodies of requests, as a server gets them.
class UploadTest {
  private final BlockingQueue<Upload> uploads = new LinkedBlockingQueue<>();
  private final MillraceHttpClient blocking = (MillraceHttpClient) MillraceHttpClient.create();
  private final MillraceAsyncHttpClient async =
      (MillraceAsyncHttpClient) MillraceAsyncHttpClient.create();
  private HttpServer server;
  private URI uri;

  private record Upload(String length, String coding, byte[] body) {}

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
    uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    blocking.close();
    async.close();
    server.stop(0);
    Probe.await(() -> blocking.transport().standing().leased() == 0);
    Probe.await(() -> async.transport().standing().leased() == 0);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      uploads.add(
          new Upload(
              exchange.getRequestHeaders().getFirst("Content-Length"),
              exchange.getRequestHeaders().getFirst("Transfer-Encoding"),
              exchange.getRequestBody().readAllBytes()));
      exchange.sendResponseHeaders(200, -1);
    }
  }

  @Test
  void a_stream_of_unknown_length_goes_out_in_chunks() throws Exception {
    put("hello, mill", null, "chunked");
    assertThat(uploads.take())
        .usingRecursiveComparison()
        .isEqualTo(new Upload(null, "chunked", "hello, mill".getBytes(UTF_8)));
  }

  @Test
  void of_a_stream_that_is_too_long_only_what_was_announced_goes_out() throws Exception {
    put("hello, mill", "5", null);
    assertThat(uploads.take())
        .usingRecursiveComparison()
        .isEqualTo(new Upload("5", null, "hello".getBytes(UTF_8)));
  }

  @Test
  void a_stream_that_is_too_short_is_an_error() {
    assertThatThrownBy(() -> put("hell", "5", null))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("shorter than announced");
  }

  @Test
  void a_publisher_of_unknown_length_goes_out_in_chunks() throws Exception {
    Counting body = new Counting(Optional.empty(), 10, 1000, true);
    async.execute(Probe.request(SdkHttpMethod.PUT, uri, new Probe(1), body)).get();
    Upload upload = uploads.take();
    assertThat(upload.coding()).isEqualTo("chunked");
    assertThat(upload.body()).hasSize(10_000);
  }

  @Test
  void a_publisher_is_asked_for_no_more_than_a_little_ahead() throws Exception {
    Counting body = new Counting(Optional.of(64_000_000L), 1000, 64_000, true);
    async.execute(Probe.request(SdkHttpMethod.PUT, uri, new Probe(1), body)).get();
    assertThat(uploads.take().body()).hasSize(64_000_000);
    assertThat(body.mostAhead).isLessThanOrEqualTo(2);
    assertThat(body.cancelled).isFalse();
  }

  @Test
  void a_publisher_that_does_not_end_is_cancelled() throws Exception {
    Counting body = new Counting(Optional.of(1500L), 10, 1000, false);
    async.execute(Probe.request(SdkHttpMethod.PUT, uri, new Probe(1), body)).get();
    assertThat(uploads.take().body()).hasSize(1500);
    assertThat(body.cancelled).isTrue();
  }

  @Test
  void a_publisher_that_ends_early_is_an_error() throws Exception {
    Counting body = new Counting(Optional.of(1500L), 1, 1000, true);
    assertThat(
            Probe.failureOf(
                async.execute(Probe.request(SdkHttpMethod.PUT, uri, new Probe(1), body))))
        .hasMessageContaining("shorter than announced");
  }

  private void put(String body, String length, String coding) throws IOException {
    SdkHttpFullRequest.Builder request =
        SdkHttpFullRequest.builder().method(SdkHttpMethod.PUT).uri(uri);
    if (length != null) {
      request.putHeader("Content-Length", length);
    }
    if (coding != null) {
      request.putHeader("Transfer-Encoding", coding);
    }
    blocking
        .prepareRequest(
            HttpExecuteRequest.builder()
                .request(request.build())
                .contentStreamProvider(() -> new ByteArrayInputStream(body.getBytes(UTF_8)))
                .build())
        .call();
  }

  /// Gives buffers outside the heap when it is asked, each time from a thread of its own, and
  /// counts how far ahead it is asked of what it has given.
  private static final class Counting implements SdkHttpContentPublisher, Subscription {
    private final Optional<Long> length;
    private final int count;
    private final int size;
    private final boolean ends;
    private final BlockingQueue<Long> demands = new LinkedBlockingQueue<>();
    private volatile boolean cancelled;
    private volatile long mostAhead;

    Counting(Optional<Long> length, int count, int size, boolean ends) {
      this.length = length;
      this.count = count;
      this.size = size;
      this.ends = ends;
    }

    @Override
    public Optional<Long> contentLength() {
      return length;
    }

    @Override
    public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
      subscriber.onSubscribe(this);
      Thread.startVirtualThread(() -> give(subscriber));
    }

    private void give(Subscriber<? super ByteBuffer> subscriber) {
      try {
        long ahead = 0;
        for (int i = 0; i < count && !cancelled; i++) {
          Long more = ahead == 0 ? demands.poll(20, TimeUnit.SECONDS) : demands.poll();
          ahead += more == null ? 0 : more;
          mostAhead = Math.max(mostAhead, ahead);
          subscriber.onNext(ByteBuffer.allocateDirect(size));
          ahead--;
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      if (ends) {
        subscriber.onComplete();
      }
    }

    @Override
    public void request(long more) {
      demands.add(more);
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }
}
