package dev.millrace.s3.awssdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.awssdk.TestService.Way;
import dev.millrace.s3.testing.S3ProxyOrigin;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.BytesWrapper;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

/// The SDK's asynchronous S3 client over this HTTP client, against s3proxy.
class S3AsyncClientTest {
  private static final String BUCKET = "mill";

  @TempDir private static Path scratch;
  private static S3ProxyOrigin service;
  private MillraceAsyncHttpClient http;
  private S3AsyncClient s3;

  @BeforeAll
  static void startService() throws Exception {
    service = S3ProxyOrigin.inMemory(scratch);
    service.createBucket(BUCKET);
  }

  @AfterAll
  static void stopService() throws Exception {
    service.close();
  }

  private void connect(Way way) throws Exception {
    MillraceAsyncHttpClient.Builder builder = MillraceAsyncHttpClient.builder();
    URI endpoint = TestService.reach(service, way, builder);
    http = (MillraceAsyncHttpClient) builder.build();
    s3 = TestService.to(endpoint, service, S3AsyncClient.builder().httpClient(http)).build();
  }

  @AfterEach
  void nothing_is_left() {
    assertThat(http.transport().standing().leased()).isZero();
    s3.close();
    http.close();
  }

  @ParameterizedTest
  @EnumSource
  void objects_are_put_and_got(Way way) throws Exception {
    connect(way);
    byte[] content = bytes(300_000);
    s3.putObject(r -> r.bucket(BUCKET).key("a/b c+ü"), AsyncRequestBody.fromBytes(content)).join();
    assertThat(get("a/b c+ü", null)).isEqualTo(content);
    assertThat(get("a/b c+ü", "bytes=1000-1999"))
        .isEqualTo(Arrays.copyOfRange(content, 1000, 2000));
  }

  @ParameterizedTest
  @EnumSource
  void objects_are_described_listed_and_deleted(Way way) throws Exception {
    connect(way);
    CompletableFuture.allOf(
            Stream.of("list/one", "list/two", "list/empty")
                .map(key ->
                    s3.putObject(
                        r -> r.bucket(BUCKET).key(key),
                        key.endsWith("empty")
                            ? AsyncRequestBody.empty()
                            : AsyncRequestBody.fromString(key)))
                .toArray(CompletableFuture[]::new))
        .join();
    assertThat(s3.headObject(r -> r.bucket(BUCKET).key("list/two")).join().contentLength())
        .isEqualTo(8);
    assertThat(get("list/empty", null)).isEmpty();
    assertThat(s3.listObjectsV2(r -> r.bucket(BUCKET).prefix("list/")).join().contents())
        .extracting(S3Object::key)
        .containsExactly("list/empty", "list/one", "list/two");
    s3.deleteObject(r -> r.bucket(BUCKET).key("list/one")).join();
    assertThatThrownBy(() -> get("list/one", null)).hasCauseInstanceOf(NoSuchKeyException.class);
  }

  @ParameterizedTest
  @EnumSource
  void many_objects_are_got_at_once(Way way) throws Exception {
    connect(way);
    byte[] content = bytes(200_000);
    service.put(BUCKET, "many", content);
    List<CompletableFuture<byte[]>> all =
        Stream.generate(() ->
                s3.getObject(r -> r.bucket(BUCKET).key("many"), AsyncResponseTransformer.toBytes())
                    .thenApply(BytesWrapper::asByteArray))
            .limit(200)
            .toList();
    assertThat(all).allSatisfy(one -> assertThat(one.join()).isEqualTo(content));
  }

  @ParameterizedTest
  @EnumSource
  void an_object_is_put_in_parts(Way way) throws Exception {
    connect(way);
    byte[] content = bytes(10 << 20);
    int size = 5 << 20;
    String upload = s3.createMultipartUpload(r -> r.bucket(BUCKET).key("parts")).join().uploadId();
    List<CompletableFuture<CompletedPart>> parts =
        IntStream.of(1, 2)
            .mapToObj(number -> {
              byte[] part = Arrays.copyOfRange(content, (number - 1) * size, number * size);
              return s3.uploadPart(
                      r -> r.bucket(BUCKET).key("parts").uploadId(upload).partNumber(number),
                      AsyncRequestBody.fromBytes(part))
                  .thenApply(
                      done -> CompletedPart.builder().partNumber(number).eTag(done.eTag()).build());
            })
            .toList();
    s3.completeMultipartUpload(r ->
            r.bucket(BUCKET)
                .key("parts")
                .uploadId(upload)
                .multipartUpload(
                    m -> m.parts(parts.stream().map(CompletableFuture::join).toList())))
        .join();
    assertThat(get("parts", null)).isEqualTo(content);
  }

  private byte[] get(String key, String range) {
    return s3.getObject(
            r -> r.bucket(BUCKET).key(key).range(range), AsyncResponseTransformer.toBytes())
        .join()
        .asByteArray();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
