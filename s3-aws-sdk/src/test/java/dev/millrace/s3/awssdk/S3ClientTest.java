package dev.millrace.s3.awssdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.awssdk.TestService.Way;
import dev.millrace.s3.testing.S3ProxyOrigin;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

/// The SDK's blocking S3 client over this HTTP client, against s3proxy.
class S3ClientTest {
  private static final String BUCKET = "mill";

  @TempDir private static Path scratch;
  private static S3ProxyOrigin service;
  private MillraceHttpClient http;
  private S3Client s3;

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
    MillraceHttpClient.Builder builder = MillraceHttpClient.builder();
    URI endpoint = TestService.reach(service, way, builder);
    http = (MillraceHttpClient) builder.build();
    s3 = TestService.to(endpoint, service, S3Client.builder().httpClient(http)).build();
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
    s3.putObject(r -> r.bucket(BUCKET).key("a/b c+ü.bin"), RequestBody.fromBytes(content));
    assertThat(s3.getObjectAsBytes(r -> r.bucket(BUCKET).key("a/b c+ü.bin")).asByteArray())
        .isEqualTo(content);
    assertThat(
            s3.getObjectAsBytes(r -> r.bucket(BUCKET).key("a/b c+ü.bin").range("bytes=1000-1999"))
                .asByteArray())
        .isEqualTo(Arrays.copyOfRange(content, 1000, 2000));
  }

  @ParameterizedTest
  @EnumSource
  void objects_are_described_listed_and_deleted(Way way) throws Exception {
    connect(way);
    s3.putObject(r -> r.bucket(BUCKET).key("list/one"), RequestBody.fromString("1"));
    s3.putObject(r -> r.bucket(BUCKET).key("list/two"), RequestBody.fromString("22"));
    s3.putObject(r -> r.bucket(BUCKET).key("list/empty"), RequestBody.empty());
    HeadObjectResponse head = s3.headObject(r -> r.bucket(BUCKET).key("list/two"));
    assertThat(head.contentLength()).isEqualTo(2);
    assertThat(s3.listObjectsV2(r -> r.bucket(BUCKET).prefix("list/")).contents())
        .extracting(S3Object::key)
        .containsExactly("list/empty", "list/one", "list/two");
    s3.deleteObject(r -> r.bucket(BUCKET).key("list/one"));
    assertThatThrownBy(() -> s3.getObject(r -> r.bucket(BUCKET).key("list/one")))
        .isInstanceOf(NoSuchKeyException.class);
  }

  @ParameterizedTest
  @EnumSource
  void an_object_is_put_in_parts(Way way) throws Exception {
    connect(way);
    byte[] content = bytes(10 << 20);
    int part = 5 << 20;
    String upload = s3.createMultipartUpload(r -> r.bucket(BUCKET).key("parts")).uploadId();
    List<CompletedPart> parts = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      int number = i + 1;
      byte[] slice = Arrays.copyOfRange(content, i * part, (i + 1) * part);
      String etag =
          s3.uploadPart(
                  r -> r.bucket(BUCKET).key("parts").uploadId(upload).partNumber(number),
                  RequestBody.fromBytes(slice))
              .eTag();
      parts.add(CompletedPart.builder().partNumber(number).eTag(etag).build());
    }
    s3.completeMultipartUpload(
        r -> r.bucket(BUCKET).key("parts").uploadId(upload).multipartUpload(m -> m.parts(parts)));
    assertThat(s3.getObjectAsBytes(r -> r.bucket(BUCKET).key("parts")).asByteArray())
        .isEqualTo(content);
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
