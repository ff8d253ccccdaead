package dev.millrace.s3.awssdk;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.SkipException;
import org.testng.annotations.Test;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;

/// The rules of Reactive Streams, by their own TCK, whose tests are run here one by one, as they
/// are written for another framework.
class ReactiveStreamsTest {
  private static final TestEnvironment TIMES = new TestEnvironment(500, 50);

  private final MillraceHttpClient client = (MillraceHttpClient) MillraceHttpClient.create();
  private final List<ScriptedServer> servers = new ArrayList<>();

  @AfterEach
  void stop() throws IOException {
    for (ScriptedServer server : servers) {
      server.close();
    }
    client.close();
  }

  @TestFactory
  Stream<DynamicTest> the_body_of_an_answer_keeps_the_rules() {
    return testsOf(PublisherVerification.class, AnswerVerification::new);
  }

  @TestFactory
  Stream<DynamicTest> who_takes_the_body_of_a_request_keeps_the_rules() {
    return testsOf(SubscriberBlackboxVerification.class, RequestVerification::new);
  }

  private <V> Stream<DynamicTest> testsOf(Class<? super V> type, Supplier<V> verifications) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        // These say no more than that there is a rule.
        .filter(method -> !method.getName().startsWith("untested_"))
        .sorted(Comparator.comparing(Method::getName))
        .map(method -> dynamicTest(method.getName(), () -> run(method, verifications.get())));
  }

  private static void run(Method test, Object verification) throws Throwable {
    verification.getClass().getMethod("setUp").invoke(verification);
    try {
      test.invoke(verification);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SkipException skipped) {
        abort(skipped.getMessage());
      }
      throw e.getCause();
    } finally {
      if (verification instanceof RequestVerification request) {
        request.shutdownPublisherExecutorService();
      }
    }
  }

  /// Elements are chunks of one byte each.
  final class AnswerVerification extends PublisherVerification<ByteBuffer> {
    AnswerVerification() {
      super(TIMES);
    }

    @Override
    public Publisher<ByteBuffer> createPublisher(long elements) {
      return publisher("1\r\nx\r\n".repeat((int) elements) + "0\r\n\r\n");
    }

    @Override
    public Publisher<ByteBuffer> createFailedPublisher() {
      ResponsePublisher failed = publisher("");
      failed.fail(new IOException("failed"));
      return failed;
    }

    /// As many as a test's server sends at once.
    @Override
    public long maxElementsFromPublisher() {
      return 1000;
    }

    private ResponsePublisher publisher(String chunks) {
      try {
        ScriptedServer server =
            ScriptedServer.start(chunks, "HTTP/1.1 200", "Transfer-Encoding: chunked");
        servers.add(server);
        SharedExchange exchange =
            client
                .transport()
                .exchange(
                    SdkHttpFullRequest.builder()
                        .method(SdkHttpMethod.GET)
                        .uri(server.endpoint())
                        .build(),
                    null);
        exchange.send();
        ResponsePublisher publisher = new ResponsePublisher(exchange);
        Thread.startVirtualThread(publisher::serve);
        return publisher;
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  /// Bodies that are written to nowhere.
  static final class RequestVerification extends SubscriberBlackboxVerification<ByteBuffer> {
    RequestVerification() {
      super(TIMES);
      startPublisherExecutorService();
    }

    @Override
    public Subscriber<ByteBuffer> createSubscriber() {
      PublisherBody body = new PublisherBody(_ -> {}, -1, () -> {});
      Thread.startVirtualThread(() -> drain(body));
      return body;
    }

    @Override
    public ByteBuffer createElement(int element) {
      return ByteBuffer.wrap(Integer.toString(element).getBytes(ISO_8859_1));
    }

    private static void drain(PublisherBody body) {
      try {
        body.writeTo(OutputStream.nullOutputStream());
      } catch (IOException | RuntimeException _) {
        // What tests make it fail with.
      }
    }
  }
}
