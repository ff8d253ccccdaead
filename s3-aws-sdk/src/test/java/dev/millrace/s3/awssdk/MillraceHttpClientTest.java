package dev.millrace.s3.awssdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.testing.ScriptedServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.HttpMetric;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.metrics.MetricCollection;
import software.amazon.awssdk.metrics.MetricCollector;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

class MillraceHttpClientTest {
  private static final String LARGE = "x".repeat(1 << 20);

  private MillraceHttpClient client = (MillraceHttpClient) MillraceHttpClient.create();

  @AfterEach
  void no_connection_is_left_at_work() {
    Probe.await(() -> client.transport().standing().leased() == 0);
    client.close();
  }

  @Test
  void closing_a_body_that_is_nearly_read_keeps_the_connection() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.start("hello", "HTTP/1.1 200", "Content-Length: 5")) {
      for (int i = 0; i < 3; i++) {
        AbortableInputStream body = get(server).responseBody().orElseThrow();
        assertThat(body.read()).isEqualTo('h');
        body.close();
        assertThatThrownBy(body::read).isInstanceOf(IOException.class);
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void closing_a_body_of_which_much_is_left_drops_the_connection() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.start(LARGE, "HTTP/1.1 200", "Content-Length: 1048576")) {
      for (int i = 0; i < 2; i++) {
        get(server).responseBody().orElseThrow().close();
      }
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void aborting_a_body_drops_the_connection() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.start("hello", "HTTP/1.1 200", "Content-Length: 5")) {
      for (int i = 0; i < 2; i++) {
        AbortableInputStream body = get(server).responseBody().orElseThrow();
        body.abort();
        assertThat(client.transport().standing().leased()).isZero();
        assertThatThrownBy(body::read).isInstanceOf(IOException.class);
        body.close();
      }
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void any_thread_may_abort_a_call_that_waits_for_its_answer() throws Exception {
    try (ScriptedServer server = ScriptedServer.start((_, _) -> {})) {
      ExecutableHttpRequest call = client.prepareRequest(request(server));
      CompletableFuture<Void> aborted =
          CompletableFuture.runAsync(() -> {
            Probe.await(() -> !server.heads().isEmpty());
            call.abort();
          });
      assertThatThrownBy(call::call).isInstanceOf(InterruptedIOException.class);
      aborted.join();
    }
  }

  @Test
  void a_call_that_was_aborted_before_is_not_sent() throws Exception {
    try (ScriptedServer server = ScriptedServer.start((_, _) -> {})) {
      ExecutableHttpRequest call = client.prepareRequest(request(server));
      call.abort();
      assertThatThrownBy(call::call).isInstanceOf(InterruptedIOException.class);
      assertThat(server.heads()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"HEAD, 200, 5", "GET, 204, ", "GET, 304, 5"})
  void an_answer_without_content_has_no_body(SdkHttpMethod method, int status, String length)
      throws Exception {
    String[] lines =
        length == null
            ? new String[] {"HTTP/1.1 " + status}
            : new String[] {"HTTP/1.1 " + status, "Content-Length: " + length};
    try (ScriptedServer server = ScriptedServer.start("", lines)) {
      HttpExecuteRequest request =
          HttpExecuteRequest.builder()
              .request(SdkHttpFullRequest.builder().method(method).uri(server.endpoint()).build())
              .build();
      for (int i = 0; i < 2; i++) {
        assertThat(client.prepareRequest(request).call().responseBody()).isEmpty();
        assertThat(client.transport().standing().leased()).isZero();
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void nobody_need_read_an_empty_body() throws Exception {
    try (ScriptedServer server = ScriptedServer.start("", "HTTP/1.1 200", "Content-Length: 0")) {
      AbortableInputStream body = get(server).responseBody().orElseThrow();
      assertThat(client.transport().standing().leased()).isZero();
      assertThat(body.read()).isEqualTo(-1);
    }
  }

  @Test
  void what_the_sdk_says_goes_out_as_it_is() throws Exception {
    try (ScriptedServer server = ScriptedServer.start("", "HTTP/1.1 200", "Content-Length: 0")) {
      call(
          SdkHttpFullRequest.builder()
              .method(SdkHttpMethod.GET)
              .uri(server.endpoint())
              .encodedPath("/b//a%2Fb/../c+d%20e")
              .appendRawQueryParameter("z", "1 2")
              .appendRawQueryParameter("a", "b/c")
              .appendRawQueryParameter("z", "3")
              .putHeader("Host", "Example.com")
              .putHeader("X-Amz-Meta-Name", " grün ")
              .appendHeader("x-two", "1")
              .appendHeader("x-two", "2")
              .build(),
          null);
      assertThat(server.heads().getFirst())
          .startsWith("GET /b//a%2Fb/../c+d%20e?z=1%202&z=3&a=b%2Fc HTTP/1.1\r\n")
          .contains("Host: Example.com\r\n", "x-two: 1\r\n", "x-two: 2\r\n")
          .contains("X-Amz-Meta-Name: gr\u00c3\u00bcn\r\n")
          .doesNotContain("Content-Length", "Connection", "Expect");
    }
  }

  @Test
  void an_empty_upload_says_that_it_is_empty() throws Exception {
    try (ScriptedServer server = ScriptedServer.start("", "HTTP/1.1 200", "Content-Length: 0")) {
      call(
          SdkHttpFullRequest.builder().method(SdkHttpMethod.POST).uri(server.endpoint()).build(),
          null);
      assertThat(server.heads().getFirst()).contains("Content-Length: 0\r\n");
    }
  }

  @ParameterizedTest
  @CsvSource({"true, , true", "false, 100-continue, false", ", 100-continue, true", ", , false"})
  void whether_a_body_waits_to_be_asked_for_can_be_chosen(
      Boolean enabled, String given, boolean sent) throws Exception {
    MillraceHttpClient.Builder builder = MillraceHttpClient.builder();
    if (enabled != null) {
      builder.expectContinueEnabled(enabled);
    }
    client = (MillraceHttpClient) builder.build();
    try (ScriptedServer server =
        ScriptedServer.start((_, socket) -> {
          ScriptedServer.write(socket, "", "HTTP/1.1 417 No", "Content-Length: 0");
          socket.close();
        })) {
      SdkHttpFullRequest.Builder request =
          SdkHttpFullRequest.builder()
              .method(SdkHttpMethod.PUT)
              .uri(server.endpoint())
              .putHeader("Content-Length", "4");
      if (given != null) {
        request.putHeader("Expect", given);
      }
      boolean[] read = {false};
      HttpExecuteResponse response =
          call(
              request.build(),
              () -> {
                read[0] = true;
                return new ByteArrayInputStream(new byte[4]);
              });
      assertThat(response.httpResponse().statusCode()).isEqualTo(417);
      assertThat(server.heads().getFirst().contains("Expect: 100-continue")).isEqualTo(sent);
      assertThat(read[0]).isNotEqualTo(sent);
    }
  }

  @Test
  void says_what_it_sees_of_the_connections() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.start("hello", "HTTP/1.1 200", "Content-Length: 5")) {
      MetricCollector collector = MetricCollector.create("test");
      HttpExecuteRequest request =
          HttpExecuteRequest.builder()
              .request(request(server).httpRequest())
              .metricCollector(collector)
              .build();
      client.prepareRequest(request).call().responseBody().orElseThrow().abort();
      MetricCollection seen = collector.collect();
      assertThat(seen.metricValues(HttpMetric.HTTP_CLIENT_NAME)).containsExactly("Millrace");
      assertThat(seen.metricValues(HttpMetric.MAX_CONCURRENCY)).containsExactly(50);
      assertThat(seen.metricValues(HttpMetric.LEASED_CONCURRENCY)).containsExactly(1);
      assertThat(seen.metricValues(HttpMetric.AVAILABLE_CONCURRENCY)).containsExactly(0);
      assertThat(seen.metricValues(HttpMetric.PENDING_CONCURRENCY_ACQUIRES)).containsExactly(0);
      assertThat(seen.metricValues(HttpMetric.CONCURRENCY_ACQUIRE_DURATION))
          .singleElement()
          .satisfies(time -> assertThat(time).isPositive());
    }
  }

  @Test
  void the_sdk_ends_an_attempt_that_takes_too_long() throws Exception {
    try (ScriptedServer server = ScriptedServer.start((_, _) -> {});
        S3Client s3 = s3(server, Duration.ofMillis(300))) {
      assertThatThrownBy(() -> s3.getObject(r -> r.bucket("b").key("k")))
          .isInstanceOf(ApiCallAttemptTimeoutException.class);
      assertThat(Thread.interrupted()).isFalse();
    }
  }

  @Test
  void the_sdk_tries_again_after_a_connection_that_was_closed_while_kept() throws Exception {
    try (ScriptedServer server =
            ScriptedServer.start((_, socket) -> {
              ScriptedServer.write(socket, "hello", "HTTP/1.1 200", "Content-Length: 5");
              socket.close();
            });
        S3Client s3 = s3(server, Duration.ofSeconds(20))) {
      for (int i = 0; i < 3; i++) {
        assertThat(s3.getObjectAsBytes(r -> r.bucket("b").key("k")).asUtf8String())
            .isEqualTo("hello");
      }
    }
  }

  @Test
  void a_silent_server_is_given_up() throws Exception {
    client =
        (MillraceHttpClient)
            MillraceHttpClient.builder().readTimeout(Duration.ofMillis(100)).build();
    try (ScriptedServer server = ScriptedServer.start((_, _) -> {})) {
      assertThatThrownBy(() -> get(server)).isInstanceOf(SocketTimeoutException.class);
    }
  }

  private S3Client s3(ScriptedServer server, Duration attempt) {
    return S3Client.builder()
        .httpClient(client)
        .endpointOverride(server.endpoint())
        .region(Region.US_EAST_1)
        .credentialsProvider(AnonymousCredentialsProvider.create())
        .forcePathStyle(true)
        .overrideConfiguration(
            o -> o.apiCallAttemptTimeout(attempt).retryStrategy(r -> r.maxAttempts(2)))
        .build();
  }

  private HttpExecuteResponse get(ScriptedServer server) throws IOException {
    return client.prepareRequest(request(server)).call();
  }

  private HttpExecuteResponse call(SdkHttpFullRequest request, ContentStreamProvider body)
      throws IOException {
    return client
        .prepareRequest(
            HttpExecuteRequest.builder().request(request).contentStreamProvider(body).build())
        .call();
  }

  private static HttpExecuteRequest request(ScriptedServer server) {
    return HttpExecuteRequest.builder()
        .request(
            SdkHttpFullRequest.builder()
                .method(SdkHttpMethod.GET)
                .uri(server.endpoint().resolve("/"))
                .build())
        .build();
  }
}
