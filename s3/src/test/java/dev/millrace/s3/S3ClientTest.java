package dev.millrace.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.credentials.CredentialsSource;
import dev.millrace.s3.retry.RetryPolicy;
import dev.millrace.s3.testing.S3ProxyOrigin;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

class S3ClientTest {
  private static final String BUCKET = "grain";
  private static final byte[] BYTES = new byte[3_000_000];

  private static S3ProxyOrigin origin;
  private static Path scratch;

  enum Door {
    HTTP,
    HTTPS
  }

  @BeforeAll
  static void start(@TempDir Path folder) throws IOException {
    scratch = folder;
    origin = S3ProxyOrigin.inMemory(folder);
    origin.createBucket(BUCKET);
    new Random(7).nextBytes(BYTES);
    origin.put(BUCKET, "wheat", BYTES);
    origin.put(BUCKET, "empty", new byte[0]);
  }

  @AfterAll
  static void stop() throws IOException {
    origin.close();
  }

  private static S3Client client(Door door) throws IOException {
    return switch (door) {
      case HTTP -> client(origin.http(), origin.credentials(), null);
      case HTTPS ->
          client(
              origin.https(),
              origin.credentials(),
              TrustAnchors.sslContext(origin.certificate().pem()));
    };
  }

  private static S3Client client(URI endpoint, Credentials credentials, @Nullable SSLContext tls) {
    return new S3Client(
        S3Config.builder(endpoint, S3ProxyOrigin.REGION)
            .credentials(CredentialsSource.of(credentials))
            .tls(tls)
            .retries(RetryPolicy.none())
            .connectTimeout(Duration.ofSeconds(5))
            .readTimeout(Duration.ofSeconds(20))
            .build());
  }

  private static S3Exception refusal(ThrowingCallable call) {
    return catchThrowableOfType(S3Exception.class, call);
  }

  @ParameterizedTest
  @EnumSource
  void an_object_is_read_whole(Door door) throws IOException {
    try (ObjectBody body = client(door).open(BUCKET, "wheat", null, null)) {
      assertThat(body.range()).isEqualTo(new ByteRange(0, BYTES.length));
      assertThat(body.facts()).isEqualTo(client(door).head(BUCKET, "wheat"));
      assertThat(body.stream().readAllBytes()).isEqualTo(BYTES);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_range_is_read_of_the_version_asked_for(Door door) throws IOException {
    String etag = client(door).head(BUCKET, "wheat").etag();
    assertThat(etag).startsWith("\"").endsWith("\"");
    try (ObjectBody body = client(door).open(BUCKET, "wheat", new ByteRange(1000, 500), etag)) {
      assertThat(body.facts().size()).isEqualTo(BYTES.length);
      assertThat(body.range()).isEqualTo(new ByteRange(1000, 500));
      assertThat(body.stream().readAllBytes()).isEqualTo(Arrays.copyOfRange(BYTES, 1000, 1500));
    }
  }

  @Test
  void a_range_that_reaches_beyond_the_end_is_cut_there() throws IOException {
    ByteRange range = new ByteRange(BYTES.length - 10, 1 << 20);
    try (ObjectBody body = client(Door.HTTP).open(BUCKET, "wheat", range, null)) {
      assertThat(body.range()).isEqualTo(new ByteRange(BYTES.length - 10, 10));
      assertThat(body.stream().readAllBytes()).hasSize(10);
    }
  }

  @Test
  void a_range_of_more_than_the_whole_object_is_the_whole_object() throws IOException {
    ByteRange range = new ByteRange(0, Long.MAX_VALUE);
    try (ObjectBody body = client(Door.HTTP).open(BUCKET, "wheat", range, null)) {
      assertThat(body.stream().readAllBytes()).isEqualTo(BYTES);
    }
  }

  @Test
  void an_empty_object_is_read() throws IOException {
    assertThat(client(Door.HTTP).head(BUCKET, "empty").size()).isZero();
    try (ObjectBody body = client(Door.HTTP).open(BUCKET, "empty", null, null)) {
      assertThat(body.range()).isEqualTo(new ByteRange(0, 0));
      assertThat(body.stream().read()).isEqualTo(-1);
    }
  }

  @Test
  void facts_that_are_known_and_have_not_changed_are_the_same_object() throws IOException {
    S3Client client = client(Door.HTTP);
    ObjectFacts known = client.head(BUCKET, "wheat");
    assertThat(client.head(BUCKET, "wheat", known)).isSameAs(known);
  }

  @Test
  void facts_that_are_not_known_are_those_of_the_present_version() throws IOException {
    S3Client client = client(Door.HTTP);
    origin.put(BUCKET, "spelt", new byte[1]);
    ObjectFacts known = client.head(BUCKET, "spelt");
    origin.put(BUCKET, "spelt", new byte[2]);
    assertThat(client.head(BUCKET, "spelt", known)).isEqualTo(client.head(BUCKET, "spelt"));
    assertThat(refusal(() -> client.head(BUCKET, "oats", known)).status()).isEqualTo(404);
  }

  @Test
  void the_headers_of_an_object_travel_with_it() throws IOException {
    origin.put(
        PutObjectRequest.builder()
            .bucket(BUCKET)
            .key("labelled")
            .contentType("text/plain")
            .cacheControl("max-age=60")
            .contentDisposition("inline")
            .contentLanguage("de")
            .metadata(Map.of("field", "north"))
            .build(),
        "x".getBytes(UTF_8));
    assertThat(client(Door.HTTP).head(BUCKET, "labelled").headers())
        .containsEntry("content-type", "text/plain")
        .containsEntry("cache-control", "max-age=60")
        .containsEntry("content-disposition", "inline")
        .containsEntry("content-language", "de")
        .containsEntry("x-amz-meta-field", "north")
        .doesNotContainKeys("date", "content-length", "etag");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b",
        "a+b",
        "ä/ö/日本/😀",
        "100%",
        "%41",
        "q?x=1&y",
        "frag#ment",
        "semi;colon=,",
        "~*'()!",
        "quo\"te<>|",
        "a..b",
        "trailing.",
        "@:$[]{}^`"
      })
  void keys_with_odd_characters_are_read(String key) throws IOException {
    origin.put(BUCKET, key, key.getBytes(UTF_8));
    try (ObjectBody body = client(Door.HTTP).open(BUCKET, key, null, null)) {
      assertThat(body.stream().readAllBytes()).isEqualTo(key.getBytes(UTF_8));
    }
  }

  @Test
  void wrong_credentials_are_refused_with_403() {
    Credentials wrong = new Credentials("millrace", "wrong", null);
    S3Client client = client(origin.http(), wrong, null);
    S3Exception refusal = refusal(() -> client.open(BUCKET, "wheat", null, null));
    assertThat(refusal.status()).isEqualTo(403);
    assertThat(refusal.code()).isEqualTo("SignatureDoesNotMatch");
    assertThat(refusal).message().contains("403 SignatureDoesNotMatch").doesNotContain("\n");
    assertThat(refusal(() -> client.head(BUCKET, "wheat")).code()).isEqualTo("AccessDenied");
    assertThat(refusal(() -> client.probe(BUCKET)).status()).isEqualTo(403);
  }

  @Test
  void what_does_not_exist_is_404() throws IOException {
    S3Client client = client(Door.HTTP);
    assertThat(refusal(() -> client.open(BUCKET, "rye", null, null)).code()).isEqualTo("NoSuchKey");
    assertThat(refusal(() -> client.open("chaff", "rye", null, null)).code())
        .isEqualTo("NoSuchBucket");
    assertThat(refusal(() -> client.head(BUCKET, "rye")).code()).isEqualTo("NoSuchKey");
    assertThat(refusal(() -> client.probe("chaff")).code()).isEqualTo("NoSuchBucket");
    assertThat(refusal(() -> client.listXml("chaff", new LinkedHashMap<>())).status())
        .isEqualTo(404);
  }

  @Test
  void another_version_is_412_and_a_range_beyond_the_end_416() throws IOException {
    S3Client client = client(Door.HTTP);
    assertThat(refusal(() -> client.open(BUCKET, "wheat", null, "\"old\"")).status())
        .isEqualTo(412);
    S3Exception beyond =
        refusal(() -> client.open(BUCKET, "wheat", new ByteRange(BYTES.length, 1), null));
    assertThat(beyond.status()).isEqualTo(416);
    assertThat(beyond.code()).isEqualTo("InvalidRange");
  }

  @Test
  void a_bucket_that_may_be_listed_is_found() throws IOException {
    client(Door.HTTPS).probe(BUCKET);
  }

  @Test
  void a_listing_is_passed_through() throws IOException {
    for (String name : List.of("flour/1", "flour/2 ä", "flour/sub/3")) {
      origin.put(BUCKET, name, new byte[] {1});
    }
    var query = new LinkedHashMap<>(Map.of("prefix", "flour/", "delimiter", "/"));
    assertThat(new String(client(Door.HTTP).listXml(BUCKET, query), UTF_8))
        .contains("<Key>flour/1</Key>", "<Prefix>flour/sub/</Prefix>", "flour/2")
        .doesNotContain("wheat");
  }

  @Test
  void a_listing_cannot_be_made_another_operation() throws IOException {
    S3Client client = client(Door.HTTP);
    assertThatThrownBy(() -> client.listXml(BUCKET, new LinkedHashMap<>(Map.of("acl", ""))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.listXml("a/b", new LinkedHashMap<>()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.listXml("..", new LinkedHashMap<>()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_service_whose_certificate_is_not_trusted_is_not_talked_to() {
    assertThatThrownBy(() -> client(origin.https(), origin.credentials(), null).probe(BUCKET))
        .isInstanceOf(SSLException.class)
        .hasMessageStartingWith("127.0.0.1:" + origin.https().getPort());
  }

  @Test
  void a_certificate_for_another_host_is_not_believed() throws Exception {
    TestCertificate other = TestCertificate.create(scratch, "dns:example.com");
    try (var listener = other.server().getServerSocketFactory().createServerSocket(0)) {
      Thread.ofVirtual()
          .start(() -> {
            try (var client = listener.accept()) {
              client.getInputStream().read();
            } catch (IOException _) {
              // the client hangs up, as it should
            }
          });
      URI endpoint = URI.create("https://localhost:" + listener.getLocalPort());
      S3Client client =
          client(endpoint, origin.credentials(), TrustAnchors.sslContext(other.pem()));
      assertThatThrownBy(() -> client.probe(BUCKET))
          .isInstanceOf(SSLException.class)
          .hasMessageContaining("localhost");
    }
  }

  @Test
  void a_file_without_certificates_is_not_trusted() throws IOException {
    Path nothing = Files.writeString(scratch.resolve("nothing.pem"), "hello\n");
    assertThatThrownBy(() -> TrustAnchors.sslContext(nothing)).hasMessageContaining("nothing.pem");
    assertThatThrownBy(() -> TrustAnchors.sslContext(scratch.resolve("absent.pem")))
        .hasMessageContaining("absent.pem");
  }

  @ParameterizedTest
  @EnumSource
  void many_threads_share_one_client(Door door) throws Exception {
    S3Client client = client(door);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<byte[]>> reads =
          new Random(1)
              .longs(60, 0, BYTES.length - 5000)
              .<Callable<byte[]>>mapToObj(offset ->
                  () -> {
                    ByteRange range = new ByteRange(offset, 5000);
                    try (var body = client.open(BUCKET, "wheat", range, null)) {
                      byte[] read = body.stream().readAllBytes();
                      int from = (int) offset;
                      assertThat(read).isEqualTo(Arrays.copyOfRange(BYTES, from, from + 5000));
                      return read;
                    }
                  })
              .toList();
      for (Future<byte[]> read : threads.invokeAll(reads)) {
        assertThat(read.get()).hasSize(5000);
      }
    }
  }
}
