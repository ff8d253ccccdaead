package dev.millrace.s3.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.ListedObject;
import dev.millrace.s3.S3Client;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.checksum.CrcAlgorithm;
import dev.millrace.s3.checksum.RunningChecksum;
import dev.millrace.s3.credentials.CredentialsSource;
import dev.millrace.s3.testing.TestCertificate;
import dev.millrace.s3.testing.TlsProvider;
import dev.millrace.s3.testing.VersityOrigin;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/// The client against versitygw, which has objects that the AWS SDK uploaded.
@Tag("long")
@Timeout(120)
class VersityGatewayTest {
  private static final int PART = 5 << 20;
  private static final byte[] CONTENT = Trial.bytes(3 * PART + 321);

  @TempDir private Path folder;

  private VersityOrigin origin() throws IOException {
    return VersityOrigin.start(Files.createDirectory(folder.resolve("data")), null);
  }

  /// The SDK's client, which uploads, with a bucket.
  private static software.amazon.awssdk.services.s3.S3Client uploader(VersityOrigin origin) {
    var uploader =
        software.amazon.awssdk.services.s3.S3Client.builder()
            .endpointOverride(origin.endpoint())
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create(
                        origin.credentials().accessKeyId(),
                        origin.credentials().secretAccessKey())))
            .forcePathStyle(true)
            .build();
    uploader.createBucket(request -> request.bucket(Trial.BUCKET));
    return uploader;
  }

  private Trial trial(VersityOrigin origin) throws IOException {
    return trial(origin, config -> config);
  }

  private Trial trial(VersityOrigin origin, UnaryOperator<S3Config.Builder> settings)
      throws IOException {
    return Trial.of(
        origin.endpoint(),
        Files.createDirectories(folder.resolve("target")),
        config ->
            settings
                .apply(config)
                .readTimeout(Duration.ofSeconds(10))
                .credentials(CredentialsSource.of(origin.credentials())));
  }

  @ParameterizedTest
  @EnumSource(names = {"CRC32", "CRC32_C", "SHA1", "SHA256"})
  void an_object_is_verified_by_the_checksum_that_it_was_uploaded_with(ChecksumAlgorithm algorithm)
      throws IOException {
    try (VersityOrigin origin = origin();
        var uploader = uploader(origin);
        Trial trial = trial(origin)) {
      uploader.putObject(
          put -> put.bucket(Trial.BUCKET).key(Trial.KEY).checksumAlgorithm(algorithm),
          RequestBody.fromBytes(CONTENT));
      for (int connections : new int[] {1, 4}) {
        trial.with(options -> options.withConnections(connections).withVerify(true));
        assertThat(trial.succeeds(CONTENT).verified()).isTrue();
      }
    }
  }

  /// The SDK computes this one in C only. The service, in Go, refuses what is not the bytes'.
  @Test
  void a_crc64nvme_of_ours_is_the_service_s_too() throws IOException {
    RunningChecksum sum = CrcAlgorithm.CRC64NVME.start();
    sum.update(CONTENT, 0, CONTENT.length);
    String value = sum.finish();
    try (VersityOrigin origin = origin();
        var uploader = uploader(origin);
        Trial trial = trial(origin)) {
      uploader.putObject(
          put -> put.bucket(Trial.BUCKET).key(Trial.KEY).checksumCRC64NVME(value),
          RequestBody.fromBytes(CONTENT));
      trial.with(options -> options.withConnections(4).withVerify(true));
      assertThat(trial.succeeds(CONTENT).verified()).isTrue();
    }
  }

  @Test
  void an_object_that_was_uploaded_in_parts_becomes_a_file() throws IOException {
    try (VersityOrigin origin = origin();
        var uploader = uploader(origin);
        Trial trial = trial(origin)) {
      uploadInParts(uploader);
      trial.with(options -> options.withConnections(4));
      assertThat(trial.succeeds(CONTENT).connections()).isBetween(2, 4);
    }
  }

  private static void uploadInParts(software.amazon.awssdk.services.s3.S3Client uploader) {
    String upload =
        uploader
            .createMultipartUpload(create -> create.bucket(Trial.BUCKET).key(Trial.KEY))
            .uploadId();
    List<CompletedPart> parts = new ArrayList<>();
    for (int from = 0; from < CONTENT.length; from += PART) {
      int number = from / PART + 1;
      byte[] part = Arrays.copyOfRange(CONTENT, from, Math.min(CONTENT.length, from + PART));
      String etag =
          uploader
              .uploadPart(
                  one ->
                      one.bucket(Trial.BUCKET).key(Trial.KEY).uploadId(upload).partNumber(number),
                  RequestBody.fromBytes(part))
              .eTag();
      parts.add(CompletedPart.builder().partNumber(number).eTag(etag).build());
    }
    uploader.completeMultipartUpload(complete ->
        complete
            .bucket(Trial.BUCKET)
            .key(Trial.KEY)
            .uploadId(upload)
            .multipartUpload(all -> all.parts(parts)));
  }

  @Test
  void objects_are_listed_read_in_ranges_and_shared() throws Exception {
    String key = "a/b c+ä%&=?#";
    byte[] bytes = Trial.bytes(1000);
    try (VersityOrigin origin = origin();
        var uploader = uploader(origin);
        S3Client client = client(origin);
        HttpClient anyone = HttpClient.newHttpClient()) {
      uploader.putObject(put -> put.bucket(Trial.BUCKET).key(key), RequestBody.fromBytes(bytes));
      assertThat(client.list(Trial.BUCKET, "a/").map(ListedObject::key)).containsExactly(key);
      assertThat(client.head(Trial.BUCKET, key).size()).isEqualTo(bytes.length);
      ByteBuffer range = ByteBuffer.allocate(100);
      client.read(Trial.BUCKET, key, 500, range);
      assertThat(range.array()).isEqualTo(Arrays.copyOfRange(bytes, 500, 600));
      URI shared = client.presignGet(Trial.BUCKET, key, Duration.ofMinutes(5));
      assertThat(
              anyone
                  .send(HttpRequest.newBuilder(shared).build(), BodyHandlers.ofByteArray())
                  .body())
          .isEqualTo(bytes);
    }
  }

  private static S3Client client(VersityOrigin origin) {
    return new S3Client(
        S3Config.builder(origin.endpoint(), "us-east-1")
            .credentials(CredentialsSource.of(origin.credentials()))
            .build());
  }

  @ParameterizedTest
  @EnumSource
  void it_speaks_tls_with_go(TlsProvider provider) throws Exception {
    TestCertificate certificate = TestCertificate.create(folder);
    SSLContext tls = provider.client(certificate.pem());
    try (VersityOrigin plain = origin();
        var uploader = uploader(plain);
        VersityOrigin origin = VersityOrigin.start(folder.resolve("data"), certificate);
        Trial trial = trial(origin, config -> config.tls(tls))) {
      uploader.putObject(
          put -> put.bucket(Trial.BUCKET).key(Trial.KEY), RequestBody.fromBytes(CONTENT));
      for (int connections : new int[] {1, 4}) {
        trial.with(options -> options.withConnections(connections));
        trial.succeeds(CONTENT);
      }
    }
  }
}
