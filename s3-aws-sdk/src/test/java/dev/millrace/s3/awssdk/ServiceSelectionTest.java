package dev.millrace.s3.awssdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.testing.ScriptedServer;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.BytesWrapper;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.http.HttpMetric;
import software.amazon.awssdk.http.SdkHttpService;
import software.amazon.awssdk.http.async.SdkAsyncHttpService;
import software.amazon.awssdk.metrics.MetricCollection;
import software.amazon.awssdk.metrics.MetricPublisher;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/// How the SDK comes to take these clients, with its own beside them.
class ServiceSelectionTest {
  private static final String BLOCKING = "software.amazon.awssdk.http.service.impl";
  private static final String ASYNC = "software.amazon.awssdk.http.async.service.impl";

  @AfterEach
  void forget() {
    System.clearProperty(BLOCKING);
    System.clearProperty(ASYNC);
  }

  @Test
  void both_services_are_registered() {
    assertThat(ServiceLoader.load(SdkHttpService.class))
        .hasAtLeastOneElementOfType(MillraceHttpService.class);
    assertThat(ServiceLoader.load(SdkAsyncHttpService.class))
        .hasAtLeastOneElementOfType(MillraceAsyncHttpService.class);
  }

  @Test
  void a_system_property_chooses_the_blocking_client() throws Exception {
    System.setProperty(BLOCKING, MillraceHttpService.class.getName());
    LastName name = new LastName();
    try (ScriptedServer server =
            ScriptedServer.start("hello", "HTTP/1.1 200", "Content-Length: 5");
        S3Client s3 =
            S3Client.builder()
                .endpointOverride(server.endpoint())
                .region(Region.US_EAST_1)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .overrideConfiguration(o -> o.addMetricPublisher(name))
                .forcePathStyle(true)
                .build()) {
      assertThat(s3.getObjectAsBytes(r -> r.bucket("b").key("k")).asUtf8String())
          .isEqualTo("hello");
    }
    assertThat(name.value).isEqualTo("Millrace");
  }

  @Test
  void a_system_property_chooses_the_asynchronous_client() throws Exception {
    System.setProperty(ASYNC, MillraceAsyncHttpService.class.getName());
    LastName name = new LastName();
    try (ScriptedServer server =
            ScriptedServer.start("hello", "HTTP/1.1 200", "Content-Length: 5");
        S3AsyncClient s3 =
            S3AsyncClient.builder()
                .endpointOverride(server.endpoint())
                .region(Region.US_EAST_1)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .overrideConfiguration(o -> o.addMetricPublisher(name))
                .forcePathStyle(true)
                .build()) {
      assertThat(
              s3.getObject(r -> r.bucket("b").key("k"), AsyncResponseTransformer.toBytes())
                  .thenApply(BytesWrapper::asUtf8String)
                  .join())
          .isEqualTo("hello");
    }
    assertThat(name.value).isEqualTo("Millrace");
  }

  /// Which client the SDK says that it used.
  private static final class LastName implements MetricPublisher {
    private volatile String value;

    @Override
    public void publish(MetricCollection call) {
      call.childrenWithName("ApiCallAttempt")
          .flatMap(attempt -> attempt.childrenWithName("HttpClient"))
          .forEach(client -> value = client.metricValues(HttpMetric.HTTP_CLIENT_NAME).getFirst());
    }

    @Override
    public void close() {}
  }
}
